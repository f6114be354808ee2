"""What all tests share: properties try the same examples on every machine."""

import os

from hypothesis import HealthCheck, settings

# Derandomized, so that a red build is red again; `HYPOTHESIS_PROFILE=thorough` looks further.
settings.register_profile(
    "repeatable",
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "thorough", deadline=None, max_examples=3000, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeatable"))
