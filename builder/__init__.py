"""The builder: it turns documents into what the reader reads."""
