"""Draws the pictures of the sample library: `python -m tools.sample` writes them under `sources/`."""
