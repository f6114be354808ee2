"""Word lists and chapters: Portuguese that is looked up, kept apart from what looks it up."""
