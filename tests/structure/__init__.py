"""Sections, figures and chunks from blocks."""
