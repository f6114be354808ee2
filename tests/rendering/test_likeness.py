"""A hand's picture is found again however it is saved, and nothing else is taken for one."""

import functools
import io
import random
import struct
import zlib
from collections.abc import Callable, Iterator

import pytest
from PIL import Image, ImageDraw, ImageEnhance

from game.state import Phase
from game.views import player_view, table_view
from rendering import (
    FOUR_COLOURS,
    alike,
    distance,
    fingerprint,
    render_lobby,
    render_result,
    render_score_sheet,
    render_table,
    render_turn,
)
from rendering.emoji import draw_emojis
from rendering.likeness import MOST_BYTES, Fingerprint
from tests.rendering import frames, positions
from texts.cards import HandOrder

SEEDS = (0, 1, 9)


@functools.lru_cache(maxsize=1)
def hands() -> tuple[bytes, ...]:
    """Players' own pictures from matches of robots, in their turn and out of it."""
    found = []
    for seed in SEEDS:
        states = [state for state in frames.match(seed) if state.phase is not Phase.OVER]
        for number, state in enumerate(states[:: len(states) // 2]):
            seat = (state.round.turn + number % 2) % len(state.players)
            order = list(HandOrder)[number % 2]
            view = player_view(state, seat)
            found.append(render_turn(view, theme=FOUR_COLOURS, order=order).png)
    return tuple(found)


@functools.lru_cache(maxsize=1)
def prints() -> tuple[Fingerprint, ...]:
    return tuple(map(made, hands()))


def made(content: bytes) -> Fingerprint:
    found = fingerprint(content)
    assert found is not None
    return found


def saved(image: Image.Image, kind: str = "PNG", **how: int) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **({"compress_level": 1} if kind == "PNG" else {}), **how)
    return out.getvalue()


def scaled(image: Image.Image, width: int) -> Image.Image:
    size = (width, image.height * width // image.width)
    return image.resize(size, Image.Resampling.LANCZOS)


def cropped(image: Image.Image, *parts: float) -> Image.Image:
    left, top, right, bottom = parts
    wide, high = image.size
    box = (left * wide, top * high, (1 - right) * wide, (1 - bottom) * high)
    return image.crop(tuple(map(round, box)))


def screenshot(image: Image.Image, *, pad: int, ground: tuple[int, int, int]) -> Image.Image:
    """A phone's, 1080 by 2400 pixels, with lines of a chat and avatars, the first of them green."""
    phone = Image.new("RGB", (1080, 2400), ground)
    draw = ImageDraw.Draw(phone)
    shown = scaled(image, 1080 - 2 * pad)
    phone.paste(shown, (pad, 500))
    ink = (128, 132, 140)
    for y in (*range(20, 460, 60), *range(520 + shown.height, 2380, 60)):
        draw.ellipse((16, y, 56, y + 40), fill=(24, 78, 65) if y == 440 else ink)
        draw.rectangle((80, y + 10, 300 + y % 500, y + 26), fill=ink)
    return phone


REPOSTS: dict[str, Callable[[Image.Image], bytes]] = {
    "jpeg": lambda image: saved(image, "JPEG", quality=40),
    "webp": lambda image: saved(image, "WEBP", quality=50),
    "gif": lambda image: saved(image.quantize(64), "GIF"),
    "grey": lambda image: saved(image.convert("L")),
    "small": lambda image: saved(scaled(image, 400)),
    "large": lambda image: saved(scaled(image, 1600)),
    "cropped": lambda image: saved(cropped(image, 0.03, 0.03, 0.03, 0.03)),
    "cropped left": lambda image: saved(cropped(image, 0.03, 0.0, 0.0, 0.03)),
    "cropped right": lambda image: saved(cropped(image, 0.0, 0.03, 0.03, 0.01)),
    "bright": lambda image: saved(ImageEnhance.Brightness(image).enhance(1.2)),
    "dark": lambda image: saved(ImageEnhance.Brightness(image).enhance(0.8)),
    "all": lambda image: saved(
        ImageEnhance.Brightness(scaled(cropped(image, 0.02, 0.0, 0.01, 0.03), 400)).enhance(1.1),
        "JPEG",
        quality=40,
    ),
    "screenshot": lambda image: saved(screenshot(image, pad=0, ground=(0, 0, 0)), "JPEG"),
    "in a chat": lambda image: saved(screenshot(image, pad=80, ground=(49, 51, 56)), "JPEG"),
    "in a light chat": lambda image: saved(screenshot(image, pad=60, ground=(255, 255, 255))),
}


@pytest.mark.parametrize("way", REPOSTS)
def test_a_hand_is_found_again(way: str) -> None:
    for content, known in zip(hands(), prints(), strict=True):
        image = Image.open(io.BytesIO(content)).convert("RGB")
        assert alike(made(REPOSTS[way](image)), known)


def test_a_photo_turned_by_its_own_note_is_looked_at_upright() -> None:
    image = Image.open(io.BytesIO(hands()[0])).convert("RGB")
    out = io.BytesIO()
    exif = Image.Exif()
    exif[0x0112] = 6
    image.transpose(Image.Transpose.ROTATE_90).save(out, "JPEG", exif=exif)
    assert alike(made(out.getvalue()), prints()[0])


def of_ours() -> Iterator[bytes]:
    """What everybody may post: the other pictures of the same matches."""
    for seed in SEEDS:
        states = frames.match(seed)
        for state in states[:: len(states) // 6]:
            yield render_table(table_view(state), theme=FOUR_COLOURS).png
    for seed in range(4):
        yield render_score_sheet(positions.finished(seed), theme=FOUR_COLOURS).png
        yield render_result(positions.finished(seed), title="Mesa 12").png
    for players in (("Ana", None, "Zeca", None), ("Ana", "Bia")):
        robots = (False,) * len(players)
        yield render_lobby(title="Mesa 12", players=players, robots=robots, rules="Oficial").png
    yield from draw_emojis().values()


def photo(rng: random.Random, kind: int) -> Image.Image:
    """Blurred noise, a gradient, shapes, white cards on green felt, or lines; as high as a hand."""
    wide, high = 800, 1000

    def colour() -> tuple[int, ...]:
        return tuple(rng.randbytes(3))

    if kind < 2:
        size = (22, 27) if kind == 0 else (2, 2)
        small = Image.frombytes("RGB", size, rng.randbytes(3 * size[0] * size[1]))
        return small.resize((wide, high), Image.Resampling.BICUBIC)
    ground = (rng.randrange(10, 50), rng.randrange(70, 120), rng.randrange(30, 90))
    image = Image.new("RGB", (wide, high), ground if kind == 3 else colour())
    draw = ImageDraw.Draw(image)
    if kind == 2:
        for _ in range(rng.randint(3, 60)):
            x, y = rng.randrange(wide), rng.randrange(high)
            draw.ellipse((x, y, x + rng.randint(20, 400), y + rng.randint(20, 400)), colour())
    elif kind == 3:
        step = wide // rng.randint(3, 9)
        for place in range(rng.randint(5, 40)):
            x, y = place * step % (wide - step), place * step // wide * step * 3 // 2
            draw.rounded_rectangle((x + 8, y, x + step - 8, y + step * 4 // 3), 12, (250, 250, 245))
    else:
        for y in range(30, high, rng.randint(30, 60)):
            draw.rectangle((40, y, rng.randint(140, wide - 40), y + 14), colour())
    return image


def test_no_other_picture_of_ours_is_taken_for_a_hand() -> None:
    for content in of_ours():
        other = fingerprint(content)
        assert other is None or min(distance(other, known) for known in prints()) >= 0.45


def test_no_photo_is_taken_for_a_hand_even_of_the_same_shape() -> None:
    rng = random.Random(5)
    for number in range(60):
        other = made(saved(photo(rng, number % 5), "JPEG"))
        assert not any(alike(other, known) for known in prints())


def test_most_other_hands_are_told_apart() -> None:
    pairs = [(one, other) for one in prints() for other in prints() if one is not other]
    assert sum(alike(one, other) for one, other in pairs) < len(pairs) / 4


def test_distance_is_nothing_to_itself_and_the_same_both_ways() -> None:
    one, other = prints()[:2]
    assert distance(one, one) == 0.0
    assert distance(one, other) == distance(other, one) > 0.0


def header_alone(wide: int, high: int) -> bytes:
    """A PNG that promises such a size and has next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    head = struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)
    data = zlib.compress(bytes(1000))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        chunk(*each) for each in ((b"IHDR", head), (b"IDAT", data), (b"IEND", b""))
    )


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"x" * 1000,
        b"\x89PNG\r\n\x1a\n",
        b"GIF89a",
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        header_alone(200, 200),
        header_alone(20_000, 20_000),
        header_alone(9_000, 9_000),
        header_alone(2**31 - 1, 2**31 - 1),
        saved(Image.new("1", (5_000, 4_000))),
        saved(Image.new("RGB", (20, 2_000))),
        saved(Image.new("RGB", (200, 200)), "BMP"),
        saved(Image.new("RGB", (200, 200)), "TIFF"),
        bytes(MOST_BYTES + 1),
    ],
)
def test_what_is_no_picture_or_too_large_has_no_fingerprint(content: bytes) -> None:
    assert fingerprint(content) is None


def test_the_thinnest_picture_is_like_none_of_ours() -> None:
    thin = fingerprint(saved(Image.new("1", (64, 600_000))))
    assert thin is None or min(distance(thin, known) for known in prints()) == 1.0
    strip = made(saved(Image.new("L", (64, 60_000), 200)))
    assert min(distance(strip, known) for known in prints()) == 1.0


def test_a_large_photo_is_decoded_into_fewer_pixels() -> None:
    assert fingerprint(saved(Image.new("RGB", (6_000, 5_000), (90, 80, 70)), "JPEG")) is not None


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP", "GIF"])
def test_broken_files_never_raise(kind: str) -> None:
    rng = random.Random(3)
    whole = saved(photo(rng, 0).resize((160, 200)), kind)
    for _ in range(150):
        broken = bytearray(whole[: rng.randrange(len(whole))] if rng.random() < 0.3 else whole)
        for _ in range(rng.randint(1, 20)):
            if broken:
                broken[rng.randrange(min(len(broken), rng.choice((40, 400, 10**6))))] = (
                    rng.randrange(256)
                )
        fingerprint(bytes(broken))
