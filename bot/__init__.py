"""The application: settings, log, client and the services, which know nothing of Discord."""
