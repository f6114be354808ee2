"""What kind of picture a file is and how large: read from its first bytes."""

import io

import pytest
from PIL import Image

from demo.files import new_file
from demo.pictures import Picture, picture


def drawn(kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (31, 17), "red").save(file, kind, **options)
    return file.getvalue()


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("png", {}),
        ("gif", {}),
        ("jpeg", {}),
        ("jpeg", {"progressive": True}),
        ("webp", {}),
        ("webp", {"lossless": True}),
        ("webp", {"exif": b"Exif\0\0"}),
    ],
)
def test_a_picture_tells_its_kind_and_size(kind, options):
    assert picture(drawn(kind, **options)) == Picture(f"image/{kind}", (31, 17))


@pytest.mark.parametrize("data", [b"", b"GIF89a", b"\x89PNG\r\n\x1a\n", b"RIFF", b"<svg/>"])
def test_what_is_cut_off_or_no_picture_is_none(data):
    assert picture(data) is None


def test_a_jpeg_without_a_frame_has_no_size():
    assert picture(drawn("jpeg")[:20]) == Picture("image/jpeg", None)


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("a.txt", b"x", "text/plain; charset=utf-8"),
        ("a.png", b"x", "image/png"),
        ("a", b"x", "application/octet-stream"),
        ("a.txt", drawn("png"), "image/png"),
    ],
)
def test_a_files_type_is_what_it_contains_or_else_what_its_name_says(name, data, kind):
    assert new_file(1, name, data, None).content_type == kind
