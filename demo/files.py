"""The files of messages: what they are, and how long their addresses work."""

import mimetypes
import secrets
from collections import OrderedDict
from collections.abc import Iterable
from typing import Final

from demo.objects import Attachment
from demo.pictures import picture

FILE_LIMIT: Final = 10 << 20
"""How large one file may be."""

_KEPT: Final = 64 << 20


def new_file(number: int, filename: str, data: bytes, description: str | None) -> Attachment:
    """A file that is about to be sent; what it contains says whether it is a picture."""
    found = picture(data)
    kind = found.kind if found else mimetypes.guess_type(filename)[0] or "application/octet-stream"
    return Attachment(
        number,
        filename,
        data,
        f"{kind}; charset=utf-8" if kind.startswith("text/") else kind,
        secrets.token_urlsafe(12),
        description,
        found.size if found else None,
    )


class Files:
    """The files that can still be fetched; the oldest make room for new ones."""

    def __init__(self) -> None:
        self._files: OrderedDict[int, Attachment] = OrderedDict()
        self._size = 0

    def get(self, number: int, secret: str) -> Attachment | None:
        """A file by its address."""
        found = self._files.get(number)
        return found if found and secrets.compare_digest(found.secret, secret) else None

    def keep(self, files: Iterable[Attachment]) -> None:
        """They belong to a message that is there."""
        for file in files:
            if file.id in self._files:
                self._files.move_to_end(file.id)
            else:
                self._files[file.id] = file
                self._size += len(file.data)
        while self._size > _KEPT:
            _, oldest = self._files.popitem(last=False)
            self._size -= len(oldest.data)
            oldest.data = b""

    def drop(self, files: Iterable[Attachment]) -> None:
        """They are the next to go: old addresses work for a while, as a page may be loading one."""
        for file in files:
            if file.id in self._files:
                self._files.move_to_end(file.id, last=False)
