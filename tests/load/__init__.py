"""How many tables one process holds: ``python -m tests.load``, or ``make load``."""
