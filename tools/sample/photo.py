"""A photograph-like picture of the weather station, made by marching rays through a small scene.

Lengths are metres, y points up, the camera looks along -z. Arrays of points have shape (n, 3).
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

Floats = NDArray[np.floating[Any]]
Shape = Callable[[Floats], Floats]

WIDTH, HEIGHT, SCALE = 1200, 800, 2
EYE = np.array([1.0, 1.12, 2.75], np.float32)
TARGET = np.array([0.1, 1.27, 0.0], np.float32)
SUN = np.array([-0.62, 0.42, 0.55], np.float32) / np.float32(np.linalg.norm([-0.62, 0.42, 0.55]))
WHITE, STEEL, DARK, RED = (0.92, 0.93, 0.92), (0.52, 0.55, 0.58), (0.10, 0.13, 0.20), (0.75, 0.20, 0.15)
NAVY = (0.05, 0.10, 0.24)


def vector(x: float, y: float, z: float) -> Floats:
    return np.array([x, y, z], np.float32)


def rod(start: Floats, end: Floats, radius: float) -> Shape:
    """A round-ended bar."""
    along = end - start

    def distance(points: Floats) -> Floats:
        local = points - start
        share = np.clip(local @ along / (along @ along), 0, 1)
        return np.asarray(np.linalg.norm(local - share[:, None] * along, axis=1) - radius, np.float32)

    return distance


def drum(centre: Floats, radius: float, half: float, edge: float = 0.004) -> Shape:
    """An upright cylinder with rounded edges."""

    def distance(points: Floats) -> Floats:
        local = points - centre
        ring = np.hypot(local[:, 0], local[:, 2]) - radius + edge
        cap = np.abs(local[:, 1]) - half + edge
        outside = np.hypot(np.maximum(ring, 0), np.maximum(cap, 0))
        return np.asarray(np.minimum(np.maximum(ring, cap), 0) + outside - edge, np.float32)

    return distance


def hollow(solid: Shape, hole: Shape) -> Shape:
    """`solid` without `hole`."""
    return lambda points: np.maximum(solid(points), -hole(points))


def ball(centre: Floats, radius: float) -> Shape:
    return lambda points: np.linalg.norm(points - centre, axis=1) - np.float32(radius)


def block(centre: Floats, half: Floats, tilt: float = 0.0, edge: float = 0.004) -> Shape:
    """A box, leaning back by `tilt` radians about the x axis."""
    cosine, sine = np.float32(np.cos(tilt)), np.float32(np.sin(tilt))

    def distance(points: Floats) -> Floats:
        x, y, z = (points - centre).T
        turned = np.stack((x, cosine * y - sine * z, sine * y + cosine * z), axis=1)
        over = np.abs(turned) - half + edge
        inside = np.minimum(over.max(axis=1), 0)
        return np.asarray(np.linalg.norm(np.maximum(over, 0), axis=1) + inside - edge, np.float32)

    return distance


def cup(centre: Floats, radius: float, facing: Floats) -> Shape:
    """A half shell whose open side looks along `facing`."""

    def distance(points: Floats) -> Floats:
        local = points - centre
        shell = np.abs(np.linalg.norm(local, axis=1) - radius) - np.float32(0.004)
        return np.asarray(np.maximum(shell, local @ facing), np.float32)

    return distance


def wind_cups() -> list[tuple[Shape, tuple[float, float, float]]]:
    parts = [(drum(vector(-0.42, 1.80, 0), 0.022, 0.05), DARK)]
    for turn in (0.35, 0.35 + 2 * np.pi / 3, 0.35 + 4 * np.pi / 3):
        outward = vector(np.cos(turn), 0, np.sin(turn))
        hub = vector(-0.42, 1.86, 0)
        parts.append((rod(hub, hub + 0.10 * outward, 0.005), DARK))
        facing = vector(-np.sin(turn), 0, np.cos(turn))
        parts.append((cup(hub + 0.135 * outward, 0.04, facing), DARK))
    return parts


def scene() -> list[tuple[Shape, tuple[float, float, float]]]:
    """All shapes with their colours."""
    parts = [
        (rod(vector(0, -0.1, 0), vector(0, 1.74, 0), 0.020), STEEL),
        (rod(vector(-0.42, 1.73, 0), vector(0.42, 1.73, 0), 0.012), STEEL),
        (drum(vector(0.42, 1.79, 0), 0.020, 0.05), DARK),
        (rod(vector(0.27, 1.86, 0.05), vector(0.60, 1.86, -0.06), 0.007), DARK),
        (block(vector(0.60, 1.88, -0.06), vector(0.075, 0.065, 0.005), 0.0), RED),
        (ball(vector(0.27, 1.86, 0.05), 0.020), DARK),
        (rod(vector(0, 1.45, 0), vector(-0.28, 1.45, 0.06), 0.010), STEEL),
        (drum(vector(-0.28, 1.35, 0.06), 0.052, 0.105), WHITE),
        (block(vector(0, 1.03, 0.045), vector(0.075, 0.10, 0.035), 0.0, 0.012), WHITE),
        (block(vector(0.02, 1.30, 0.13), vector(0.12, 0.085, 0.006), -0.75), NAVY),
        (rod(vector(0, 1.28, 0), vector(0.02, 1.29, 0.12), 0.009), STEEL),
        (rod(vector(0, 1.05, 0), vector(0.36, 1.05, 0.03), 0.013), STEEL),
        (
            hollow(drum(vector(0.42, 1.13, 0.03), 0.084, 0.13), drum(vector(0.42, 1.24, 0.03), 0.074, 0.05)),
            WHITE,
        ),
        (drum(vector(0.42, 0.995, 0.03), 0.070, 0.02), DARK),
    ]
    for layer in range(7):
        radius = 0.088 - 0.012 * (layer == 6)
        parts.append((drum(vector(-0.28, 1.25 + 0.032 * layer, 0.06), radius, 0.010, 0.006), WHITE))
    return parts + wind_cups()


SCENE = scene()


def nearest(points: Floats) -> Floats:
    distance = SCENE[0][0](points)
    for shape, _ in SCENE[1:]:
        np.minimum(distance, shape(points), out=distance)
    return distance


def march(start: Floats, direction: Floats, far: float, steps: int) -> Floats:
    """Distance to the first surface along each ray, or infinity."""
    travelled = np.full(len(start), 0.01, np.float32)
    found = np.full(len(start), np.inf, np.float32)
    alive = np.arange(len(start))
    for _ in range(steps):
        gap = nearest(start[alive] + travelled[alive, None] * direction[alive])
        hit = gap < 0.0009
        found[alive[hit]] = travelled[alive[hit]]
        travelled[alive] += gap * np.float32(0.95)
        alive = alive[~hit & (travelled[alive] < far)]
        if not len(alive):
            break
    return found


def normals(points: Floats) -> Floats:
    step = np.float32(0.0008)
    axes = np.eye(3, dtype=np.float32) * step
    slope = np.stack([nearest(points + axis) - nearest(points - axis) for axis in axes], axis=1)
    return np.asarray(slope / np.maximum(np.linalg.norm(slope, axis=1, keepdims=True), 1e-9), np.float32)


def colours(points: Floats) -> Floats:
    """The colour of the shape that lies nearest to each point."""
    table = np.array([colour for _, colour in SCENE], np.float32)
    closest = np.argmin(np.stack([shape(points) for shape, _ in SCENE]), axis=0)
    return np.asarray(table[closest], np.float32)


def rays() -> Floats:
    """One unit direction for each pixel, row by row."""
    forward = (TARGET - EYE) / np.linalg.norm(TARGET - EYE)
    right = np.cross(forward, [0, 1, 0])
    right /= np.linalg.norm(right)
    above = np.cross(right, forward)
    columns = (np.arange(WIDTH * SCALE) + 0.5) / (HEIGHT * SCALE) - WIDTH / HEIGHT / 2
    rows = 0.5 - (np.arange(HEIGHT * SCALE) + 0.5) / (HEIGHT * SCALE)
    x, y = np.meshgrid(columns, rows)
    direction = forward + 0.62 * (x[..., None] * right + y[..., None] * above)
    direction /= np.linalg.norm(direction, axis=2, keepdims=True)
    return np.asarray(direction.reshape(-1, 3), np.float32)


def waves(x: Floats, y: Floats, seed: int, octaves: int) -> Floats:
    """Smooth noise between about -1 and 1: a sum of sines of random direction."""
    random = np.random.default_rng(seed)
    total = np.zeros_like(x)
    for octave in range(octaves):
        for _ in range(4):
            angle, phase = random.uniform(0, 2 * np.pi, 2)
            spatial = 1.9**octave * random.uniform(0.8, 1.2)
            total += np.sin(spatial * (np.cos(angle) * x + np.sin(angle) * y) + phase) / (2.2 * 1.7**octave)
    return total / 2


def sky(direction: Floats) -> Floats:
    """A late afternoon sky with thin clouds and two rows of hills."""
    up = np.clip(direction[:, 1], 0, 1)[:, None]
    colour = (1 - up) ** 5 * np.array([0.93, 0.84, 0.72]) + (1 - (1 - up) ** 5) * np.array([0.33, 0.53, 0.78])
    lift = np.maximum(direction[:, 1], 0.03)
    cloud = waves(direction[:, 0] / lift * 0.9, direction[:, 2] / lift * 2.2, 4, 5)
    veil = (np.clip(cloud * 0.9 - 0.1, 0, 1) * np.clip(direction[:, 1] * 5, 0, 1))[:, None] * 0.75
    colour = colour * (1 - veil) + veil * np.array([1.0, 0.96, 0.92])
    bearing = np.arctan2(direction[:, 0], -direction[:, 2])
    for seed, base, tint in ((11, 0.055, (0.55, 0.62, 0.68)), (12, 0.022, (0.33, 0.43, 0.38))):
        ridge = base + 0.022 * waves(bearing * 5, bearing * 0, seed, 4)
        edge = np.clip((ridge - direction[:, 1]) * 500, 0, 1)[:, None]
        colour = colour * (1 - edge) + edge * np.array(tint)
    return np.asarray(colour, np.float32)


def grass(points: Floats, distance: Floats) -> Floats:
    """The meadow: patches, blades that stand out near the camera, haze far away."""
    x, z = points[:, 0], points[:, 2]
    patch = waves(x * 0.7, z * 0.7, 21, 3)[:, None]
    blades = (waves(x * 30, z * 9, 22, 4) * np.clip(2.5 / distance, 0, 1))[:, None]
    colour = np.array([0.34, 0.42, 0.17]) * (1 + 0.22 * patch + 0.30 * blades)
    colour += np.array([0.10, 0.07, 0.0]) * np.clip(patch, 0, 1)
    haze = np.clip(1 - np.exp(-distance / 60), 0, 1)[:, None]
    return np.asarray(colour * (1 - haze) + haze * np.array([0.52, 0.58, 0.46]), np.float32)


def lit(points: Floats, normal: Floats, direction: Floats) -> Floats:
    """Sun, sky and a glint on the surfaces of the station."""
    start = points + normal * np.float32(0.004)
    sun = np.clip(normal @ SUN, 0, 1) * np.isinf(march(start, np.broadcast_to(SUN, start.shape), 1.5, 40))
    open_sky = np.clip(nearest(points + normal * np.float32(0.05)) / 0.05, 0.25, 1)
    ambient = (0.34 + 0.20 * normal[:, 1]) * open_sky
    half = SUN - direction
    half /= np.linalg.norm(half, axis=1, keepdims=True)
    glint = 0.28 * np.clip((normal * half).sum(axis=1), 0, 1) ** 40 * (sun > 0)
    warm, cool = np.array([1.0, 0.90, 0.74]), np.array([0.80, 0.90, 1.05])
    light = 0.85 * sun[:, None] * warm + ambient[:, None] * cool
    return np.asarray(colours(points) * light + glint[:, None], np.float32)


def render() -> Floats:
    """Colours between 0 and 1, shape (rows, columns, 3)."""
    direction = rays()
    colour = sky(direction)
    down = np.flatnonzero(direction[:, 1] < -0.002)
    distance = -EYE[1] / direction[down, 1]
    ground = EYE + distance[:, None] * direction[down]
    shade = np.ones(len(down), np.float32)
    near = np.flatnonzero(np.hypot(ground[:, 0], ground[:, 2]) < 8)
    towards = np.broadcast_to(SUN, (len(near), 3))
    shade[near] = np.where(np.isinf(march(ground[near], towards, 6, 40)), 1, 0.55)
    colour[down] = grass(ground, distance) * shade[:, None]
    beside = np.linalg.norm(np.cross(direction, TARGET - EYE), axis=1)
    seen = np.flatnonzero(beside < 1.45)
    start = np.broadcast_to(EYE, (len(seen), 3))
    found = march(start, direction[seen], 5, 90)
    hit = seen[np.isfinite(found)]
    points = EYE + found[np.isfinite(found), None] * direction[hit]
    colour[hit] = lit(points, normals(points), direction[hit])
    return colour.reshape(HEIGHT * SCALE, WIDTH * SCALE, 3)


def draw(path: Path) -> None:
    """Writes the picture as a JPEG."""
    path.parent.mkdir(parents=True, exist_ok=True)
    tones = np.clip(render(), 0, 1) ** (1 / 1.15)
    large = Image.fromarray((tones * 255).astype(np.uint8))
    large.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS).save(path, quality=78, optimize=True)
