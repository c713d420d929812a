"""Ctrl-C in the middle of a call."""

import contextlib
import os
import signal
import threading

import pytest


@contextlib.contextmanager
def interrupted_once():
    """The body sets the event when the signal may come; the signal ends the body with a KeyboardInterrupt."""
    now = threading.Event()

    def interrupt():
        assert now.wait(60)
        os.kill(os.getpid(), signal.SIGINT)

    helper = threading.Thread(target=interrupt)
    helper.start()
    with pytest.raises(KeyboardInterrupt):
        yield now
    helper.join()
