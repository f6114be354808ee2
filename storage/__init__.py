"""SQLAlchemy Core over aiosqlite: what must survive a restart. The only room that knows SQL."""
