"""Over the wire: what the bot is allowed, and asks for only where it is switched on."""

import pytest

from bot.app import Setup
from bot.client import play_permissions
from demo.limits import Limits
from demo.permissions import Permission
from demo.session import session
from demo.world import BOT_PERMISSIONS


@pytest.mark.parametrize("allowed", [True, False])
async def test_the_chat_s_text_is_asked_for_only_where_the_application_may(tmp_path, allowed):
    setup = Setup(database=tmp_path / "t.db", warm_up=False, emojis=False)
    limits = Limits(enabled=False)
    async with session(setup, names=("Ana",), limits=limits, reads_chat=allowed) as running:
        assert running.bot.reads_chat is allowed
        assert running.stand_in.gateway.connected


async def test_the_bot_has_the_permissions_that_a_session_gives_it(tmp_path):
    setup = Setup(database=tmp_path / "t.db", warm_up=False, emojis=False)
    limits = Limits(enabled=False)
    more = Permission.MANAGE_WEBHOOKS | Permission.MANAGE_GUILD
    async with session(setup, names=("Ana",), limits=limits, permissions=more) as running:
        may = running.bot.get_guild(running.guild.id).me.guild_permissions
        assert (may.manage_webhooks, may.manage_guild, may.manage_roles) == (True, True, False)


def test_the_bots_role_is_what_its_link_asks_for():
    assert play_permissions().value == BOT_PERMISSIONS
