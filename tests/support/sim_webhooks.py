"""What simcord's webhooks lack: posts into threads, under a name of their own."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from simcord.backend import errors
from simcord.http import router

_EXECUTE = ["webhooks", "{webhook_id}", "{token}"]


@contextmanager
def _in_thread(context: Any, webhook: Any) -> Iterator[None]:
    """The webhook stands in the thread that its post is for, which must be of its channel."""
    thread_id = context.params.get("thread_id")
    before = webhook.channel_id
    if thread_id is not None:
        if context.backend.get_channel(int(thread_id)).parent_id != before:
            raise errors.unknown_channel()
        webhook.channel_id = int(thread_id)
    try:
        yield
    finally:
        webhook.channel_id = before


def _named(execute: Any) -> Any:
    def posted(context: Any) -> Any:
        backend = context.backend
        webhook = backend.webhooks.get(backend.webhook_tokens.get(context.args["token"]))
        if webhook is None:
            return execute(context)
        name = dict(context.body()).get("username") or webhook.name
        if "discord" in name.casefold() or "clyde" in name.casefold():
            raise errors.invalid_form_body("username: it holds a word that is not allowed")
        with _in_thread(context, webhook):
            message = execute(context)
        backend.names_of_posts = {**getattr(backend, "names_of_posts", {}), message["id"]: name}
        return message

    return posted


_POST = router._ROUTES["POST"]
_POST[:] = [(path, _named(handler) if path == _EXECUTE else handler) for path, handler in _POST]
