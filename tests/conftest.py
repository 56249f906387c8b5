"""Settings of all tests: property tests have no deadline, since a busy machine is not a bug."""

from hypothesis import settings

settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
