"""A system clock that a test sets."""
import os
import pathlib


class SystemClock:
    """The system clock of a program that runs with `prefix` and `environment`; other clocks of it stay as they are."""

    # The library sets a variable in the first program, which makes Swift lose the arguments of that one.
    prefix = ["env"]

    def __init__(self, folder, offset):
        self.file = folder / "clock"
        self.set(offset)
        library = next(pathlib.Path("/usr/lib").glob("*/faketime/libfaketime.so.1"))
        self.environment = {
            **os.environ, "LD_PRELOAD": str(library), "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1", "FAKETIME_DONT_FAKE_MONOTONIC": "1"}

    def set(self, offset):
        """Sets it so far from the true time, as `-1000d`."""
        self.file.write_text(offset + "\n")
