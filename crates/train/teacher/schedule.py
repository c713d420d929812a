"""How long to learn, how fast, and when to say how it goes."""

import math
import time

SECONDS_BETWEEN_REPORTS = 30


class Schedule:
    """So many seconds, in which the learning rate falls from `top` to `low` along a cosine."""

    def __init__(self, seconds, top, low):
        self.seconds, self.top, self.low = seconds, top, low
        self.began = self.reported = time.time()

    def elapsed(self):
        return time.time() - self.began

    def is_running(self):
        return self.elapsed() < self.seconds

    def rate(self):
        done = min(1, self.elapsed() / self.seconds)
        return self.low + (self.top - self.low) * 0.5 * (1 + math.cos(math.pi * done))

    def is_report_due(self):
        due = time.time() - self.reported > SECONDS_BETWEEN_REPORTS
        if due:
            self.reported = time.time()
        return due


def set_rate(optimiser, rate):
    for group in optimiser.param_groups:
        group["lr"] = rate
