"""Waiting for conditions, never for time alone."""
import threading
import time

_never = threading.Event()


def until(condition, seconds=10.0, what=None):
    """The first true value of `condition()`; fails when there is none in time."""
    deadline = time.monotonic() + seconds
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"not within {seconds} s: {what or condition}")
        _never.wait(0.01)


def pause(seconds):
    """Time that belongs to the scenario itself: a receiver's second, an observation window."""
    _never.wait(seconds)
