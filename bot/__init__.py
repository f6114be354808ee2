"""The application: settings, log, client and the services, which know nothing of Discord."""

VERSION = "0.1.0"
"""As in pyproject.toml."""
