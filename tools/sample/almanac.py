"""The astronomy and the tides behind the computed almanac: low-precision formulas, good to a minute or so.

Days are counted from noon of 1 January 2000 (J2000); angles are radians unless a name says degrees.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
J2000 = datetime(2000, 1, 1, 12, tzinfo=UTC)
YEAR = 2027
DELTA_T = 70 / 86400
"""Days by which the even time of the formulas is ahead of universal time in 2027."""


def days(moment: datetime) -> float:
    return (moment - J2000) / timedelta(days=1)


def date(day: float) -> datetime:
    return J2000 + timedelta(days=day)


def year_days(step: float = 1.0) -> Floats:
    """Noon of every day of the year, or finer."""
    start = days(datetime(YEAR, 1, 1, 12, tzinfo=UTC))
    return np.arange(start, start + 365, step)


def sun_longitude(day: Floats) -> Floats:
    """Ecliptic longitude of the Sun, within a hundredth of a degree."""
    anomaly = np.radians(357.528 + 0.9856003 * day)
    mean = np.radians(280.460 + 0.9856474 * day)
    return np.asarray(mean + np.radians(1.915) * np.sin(anomaly) + np.radians(0.020) * np.sin(2 * anomaly))


def declination(day: Floats) -> Floats:
    return np.asarray(np.arcsin(np.sin(obliquity(day)) * np.sin(sun_longitude(day))))


def obliquity(day: Floats) -> Floats:
    return np.asarray(np.radians(23.439 - 4e-7 * day))


def equation_of_time(day: Floats) -> Floats:
    """Minutes by which a sundial is ahead of a clock that shows mean local time."""
    longitude, tilt = sun_longitude(day), obliquity(day)
    ascension = np.arctan2(np.cos(tilt) * np.sin(longitude), np.cos(longitude))
    gap = np.radians(280.460 + 0.9856474 * day) - ascension
    return np.asarray(np.degrees((gap + np.pi) % (2 * np.pi) - np.pi) * 4)


def hours_above(latitude_degrees: float, day: Floats, altitude_degrees: float = -0.833) -> Floats:
    """Hours a day with the Sun's centre above an altitude; -0.833 degrees gives sunrise to sunset."""
    latitude, lean = np.radians(latitude_degrees), declination(day)
    cosine = np.sin(np.radians(altitude_degrees)) - np.sin(latitude) * np.sin(lean)
    cosine = cosine / (np.cos(latitude) * np.cos(lean))
    return np.asarray(2 * np.degrees(np.arccos(np.clip(cosine, -1, 1))) / 15)


# Amplitude in days for new and full moon, power of the eccentricity, multiples of M, M' and F.
PHASE_TERMS = (
    (-0.40720, -0.40614, 0, 0, 1, 0),
    (0.17241, 0.17302, 1, 1, 0, 0),
    (0.01608, 0.01614, 0, 0, 2, 0),
    (0.01039, 0.01043, 0, 0, 0, 2),
    (0.00739, 0.00734, 1, -1, 1, 0),
    (-0.00514, -0.00515, 1, 1, 1, 0),
    (0.00208, 0.00209, 2, 2, 0, 0),
    (-0.00111, -0.00111, 0, 0, 1, -2),
    (-0.00057, -0.00057, 0, 0, 1, 2),
    (0.00056, 0.00056, 1, 1, 2, 0),
    (-0.00042, -0.00042, 0, 0, 3, 0),
    (0.00042, 0.00042, 1, 1, 0, 2),
    (0.00038, 0.00038, 1, 1, 0, -2),
    (-0.00024, -0.00024, 1, -1, 2, 0),
)


def lunation(number: int, full: bool) -> float:
    """Day of the new moon of a lunation counted from January 2000, or of the full moon that follows it."""
    k = number + 0.5 * full
    century = k / 1236.85
    base = 2451550.09766 + 29.530588861 * k + 0.00015437 * century**2 - 2451545.0
    sun = np.radians(2.5534 + 29.10535670 * k)
    moon = np.radians(201.5643 + 385.81693528 * k + 0.0107582 * century**2)
    node = np.radians(160.7108 + 390.67050284 * k)
    squash = 1 - 0.002516 * century
    shift = sum(
        (term[full]) * squash ** term[2] * np.sin(term[3] * sun + term[4] * moon + term[5] * node)
        for term in PHASE_TERMS
    )
    drift = -0.00017 * np.sin(np.radians(124.7746 - 1.56375588 * k))
    return float(base + shift + drift - DELTA_T)


def phases() -> Iterator[tuple[datetime, datetime]]:
    """New moon and the full moon after it, for every lunation whose new moon falls in the year."""
    for number in range(330, 350):
        new = date(lunation(number, full=False))
        if new.year == YEAR:
            yield new, date(lunation(number, full=True))


# Name, degrees an hour, amplitude and phase lag of the model port, and its argument as multiples of
# the hour angle of the mean Sun, the longitudes of Moon, Sun and perigee, and a constant.
CONSTITUENTS = (
    ("M2", 28.9841042, 1.50, 120.0, (2, -2, 2, 0, 0)),
    ("S2", 30.0000000, 0.52, 165.0, (2, 0, 0, 0, 0)),
    ("N2", 28.4397295, 0.30, 100.0, (2, -3, 2, 1, 0)),
    ("K1", 15.0410686, 0.08, 60.0, (1, 0, 1, 0, 90)),
    ("O1", 13.9430356, 0.06, 330.0, (1, -2, 1, 0, -90)),
)
MEAN_LEVEL = 2.60


def argument(multiples: tuple[int, int, int, int, int], day: Floats) -> Floats:
    """Degrees of an equilibrium argument."""
    hour = 360 * ((day + 0.5) % 1)
    angles = (hour, 218.3164 + 13.17639648 * day, 280.4661 + 0.98564736 * day, 83.3535 + 0.11140353 * day)
    return np.asarray(sum(m * angle for m, angle in zip(multiples, angles, strict=False)) + multiples[4])


def tide(day: Floats, amplitudes: dict[str, float] | None = None) -> Floats:
    """Height in metres above chart datum at the model port, or with other amplitudes and no mean level."""
    height = np.full_like(day, MEAN_LEVEL if amplitudes is None else 0.0)
    for name, _, amplitude, lag, multiples in CONSTITUENTS:
        size = amplitude if amplitudes is None else amplitudes[name]
        height += size * np.cos(np.radians(argument(multiples, day) - lag))
    return height


def daily_range(day: Floats) -> Floats:
    """Highest minus lowest height within the 25 hours around each of `day`."""
    window = np.arange(-0.52, 0.521, 1 / 288)
    heights = tide((day[:, None] + window).ravel()).reshape(len(day), -1)
    return np.asarray(heights.max(axis=1) - heights.min(axis=1))
