"""The use cases: what people do with tables and matches. Nothing here knows Discord."""
