"""Over the wire: the intent for the chat's text is asked for only where it is switched on."""

import pytest

from bot.app import Setup
from demo.limits import Limits
from demo.session import session


@pytest.mark.parametrize("allowed", [True, False])
async def test_the_chat_s_text_is_asked_for_only_where_the_application_may(tmp_path, allowed):
    setup = Setup(database=tmp_path / "t.db", warm_up=False, emojis=False)
    limits = Limits(enabled=False)
    async with session(setup, names=("Ana",), limits=limits, reads_chat=allowed) as running:
        assert running.bot.reads_chat is allowed
        assert running.stand_in.gateway.connected
