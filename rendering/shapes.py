"""Suits and signs as own outlines, drawn large and reduced: a mask of cover, 0 to 255."""

import functools
import math
from typing import Final

from PIL import Image, ImageDraw

from game.cards import Suit

Point = tuple[float, float]

_FINE: Final = 6
"""How many times larger a shape is drawn before it is reduced."""


@functools.lru_cache(maxsize=1024)
def suit_mask(suit: Suit, size: int) -> Image.Image:
    """A suit in a square of so many pixels."""
    large = Image.new("L", (size * _FINE, size * _FINE), 0)
    draw = ImageDraw.Draw(large)
    match suit:
        case Suit.HEARTS:
            _polygon(draw, size, _heart())
        case Suit.DIAMONDS:
            _polygon(draw, size, _diamond())
        case Suit.SPADES:
            _polygon(draw, size, [(x, 0.9 * (1 - y)) for x, y in _heart()])
            _polygon(draw, size, _STEM)
        case Suit.CLUBS:
            for x, y in ((0.5, 0.25), (0.24, 0.6), (0.76, 0.6)):
                _disc(draw, size, x, y, 0.24)
            _polygon(draw, size, [(0.5, 0.2), (0.66, 0.62), (0.34, 0.62)])
            _polygon(draw, size, _STEM)
    return large.reduce(_FINE)


@functools.lru_cache(maxsize=256)
def star_mask(size: int) -> Image.Image:
    """The Joker's five-pointed star."""
    points = [
        (
            0.5 + radius * math.sin(turn * math.pi / 5),
            0.53 - radius * math.cos(turn * math.pi / 5),
        )
        for turn, radius in enumerate((0.52, 0.22) * 5)
    ]
    return _filled(points, size)


@functools.lru_cache(maxsize=64)
def check_mask(size: int) -> Image.Image:
    """A tick."""
    points = [(0.04, 0.56), (0.17, 0.43), (0.36, 0.62), (0.82, 0.1), (0.96, 0.22), (0.38, 0.9)]
    return _filled(points, size)


@functools.lru_cache(maxsize=64)
def arrow_mask(size: int, degrees: int = 0) -> Image.Image:
    """An arrow head that points to the right, or turned clockwise by so much."""
    angle = math.radians(degrees)
    points = [
        (
            0.5 + x * math.cos(angle) - y * math.sin(angle),
            0.5 + x * math.sin(angle) + y * math.cos(angle),
        )
        for x, y in ((-0.4, -0.36), (0.48, 0.0), (-0.4, 0.36), (-0.16, 0.0))
    ]
    return _filled(points, size)


@functools.lru_cache(maxsize=8)
def cup_mask(size: int) -> Image.Image:
    """A winner's cup in a square."""
    large = Image.new("L", (size * _FINE, size * _FINE), 0)
    draw = ImageDraw.Draw(large)
    for x in (0.2, 0.8):
        for radius, cover in ((0.17, 255), (0.1, 0)):
            at, fine = radius * size * _FINE, size * _FINE
            box = (x * fine - at, 0.28 * fine - at, x * fine + at, 0.28 * fine + at)
            draw.ellipse(box, fill=cover)
    _polygon(
        draw, size, [(0.2, 0.06), (0.8, 0.06), (0.76, 0.36), (0.6, 0.58), (0.4, 0.58), (0.24, 0.36)]
    )
    _polygon(draw, size, [(0.46, 0.5), (0.54, 0.5), (0.58, 0.78), (0.42, 0.78)])
    _polygon(draw, size, [(0.3, 0.78), (0.7, 0.78), (0.76, 0.94), (0.24, 0.94)])
    return large.reduce(_FINE)


@functools.lru_cache(maxsize=8)
def microphone_mask(size: int) -> Image.Image:
    """A microphone on its stand, so many pixels high and three quarters as wide."""
    fine = size * _FINE
    large = Image.new("L", (size * 3 // 4 * _FINE, fine), 0)
    draw = ImageDraw.Draw(large)
    middle, thick = large.width / 2, 0.1 * fine

    def bar(half: float, top: float, bottom: float, radius: float) -> None:
        box = (middle - half * fine, top * fine, middle + half * fine, bottom * fine)
        draw.rounded_rectangle(box, radius * fine, fill=255)

    bar(0.175, 0.0, 0.58, 0.175)
    outer = 0.33 * fine
    holder = (middle - outer, 0.09 * fine, middle + outer, 0.09 * fine + 2 * outer)
    draw.arc(holder, 0, 180, fill=255, width=round(thick))
    bar(0.05, 0.72, 0.95, 0.0)
    bar(0.22, 0.9, 1.0, 0.04)
    return large.reduce(_FINE)


@functools.lru_cache(maxsize=256)
def disc_mask(size: int) -> Image.Image:
    """A full circle of that diameter."""
    large = Image.new("L", (size * _FINE, size * _FINE), 0)
    ImageDraw.Draw(large).ellipse((0, 0, size * _FINE - 1, size * _FINE - 1), fill=255)
    return large.reduce(_FINE)


@functools.lru_cache(maxsize=16)
def oval_mask(width: int, height: int) -> Image.Image:
    """A full ellipse."""
    fine = 3
    large = Image.new("L", (width * fine, height * fine), 0)
    ImageDraw.Draw(large).ellipse((0, 0, width * fine - 1, height * fine - 1), fill=255)
    return large.reduce(fine)


_STEM: Final = [(0.5, 0.5), (0.55, 0.82), (0.68, 0.98), (0.32, 0.98), (0.45, 0.82)]


def _heart() -> list[Point]:
    points = []
    for step in range(72):
        angle = step * math.pi / 36
        x = 16 * math.sin(angle) ** 3
        y = (
            13 * math.cos(angle)
            - 5 * math.cos(2 * angle)
            - 2 * math.cos(3 * angle)
            - math.cos(4 * angle)
        )
        points.append((0.5 + x / 34, 0.03 + (12 - y) / 30.5))
    return points


def _diamond() -> list[Point]:
    corners = [(0.5, 0.0), (0.9, 0.5), (0.5, 1.0), (0.1, 0.5)]
    points: list[Point] = []
    for (x, y), (next_x, next_y) in zip(corners, corners[1:] + corners[:1], strict=True):
        for step in range(8):
            part = step / 8
            inward = 0.12 * part * (1 - part)
            at_x, at_y = x + (next_x - x) * part, y + (next_y - y) * part
            points.append((at_x + (0.5 - at_x) * inward, at_y + (0.5 - at_y) * inward))
    return points


def _filled(points: list[Point], size: int) -> Image.Image:
    large = Image.new("L", (size * _FINE, size * _FINE), 0)
    _polygon(ImageDraw.Draw(large), size, points)
    return large.reduce(_FINE)


def _polygon(draw: ImageDraw.ImageDraw, size: int, points: list[Point]) -> None:
    draw.polygon([(x * size * _FINE, y * size * _FINE) for x, y in points], fill=255)


def _disc(draw: ImageDraw.ImageDraw, size: int, x: float, y: float, radius: float) -> None:
    large = size * _FINE
    draw.ellipse(
        ((x - radius) * large, (y - radius) * large, (x + radius) * large, (y + radius) * large),
        fill=255,
    )
