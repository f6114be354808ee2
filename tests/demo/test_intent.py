"""Over the wire: the intent for the chat's text is asked for only where it is switched on."""

import pytest

from bot.app import Setup
from demo.gateway import MESSAGE_CONTENT, Gateway
from demo.limits import Limits
from demo.session import session


@pytest.mark.parametrize("allowed", [True, False])
async def test_the_chat_s_text_is_asked_for_only_where_the_application_may(
    tmp_path, monkeypatch, allowed
):
    if allowed:
        begin = Gateway.__init__

        def with_content(self, *args, **options):
            begin(self, *args, **options)
            self.allowed_intents |= MESSAGE_CONTENT

        monkeypatch.setattr(Gateway, "__init__", with_content)
    setup = Setup(database=tmp_path / "t.db", warm_up=False, emojis=False)
    async with session(setup, names=("Ana",), limits=Limits(enabled=False)) as running:
        assert running.bot.reads_chat is allowed
        assert running.stand_in.gateway.connected
