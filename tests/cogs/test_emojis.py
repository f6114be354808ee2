"""Card faces as application emojis: uploaded once, shown in menus, never needed."""

import pytest

from rendering.emoji import draw_emojis
from tests.support.discord_table import DiscordTable, running, sit_down


async def test_faces_are_uploaded_once_and_shown_in_the_menus(tmp_path):
    async with running(tmp_path / "t.db", emojis=True) as server:
        await server.settle()
        uploads = server.requests("POST", "/emojis")
        assert uploads == len(draw_emojis()) == 58
        await server.restart_bot()
        await server.settle()
        assert server.requests("POST", "/emojis") == uploads
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        user = table.people[(await table.live()).player.user_id]
        await user.click(table.hand(user), label="Comprar")
        shown = [
            option["emoji"]["name"]
            for row in table.hand(user).payload["components"]
            for item in row["components"]
            for option in item.get("options", [])
            if option.get("emoji")
        ]
        assert len(shown) >= 8
        hand = (await table.live()).state.round.hands[(await table.live()).turn]
        content = table.hand(user).content
        assert all(f"<:carta_{face.code.lower()}:" in content for face in hand)
        assert all(name.startswith("carta_") for name in shown)


@pytest.mark.parametrize("status", [403, 500])
async def test_without_faces_everything_works_in_text(tmp_path, status):
    async with running(tmp_path / "t.db", emojis=True) as server:
        server.bot.faces = {}
        server.fail("GET", "/applications/*/emojis", status=status, times=None)
        await server.restart_bot()
        await server.settle()
        people, match_id = await sit_down(server, ["Ana", "Bia"])
        table = DiscordTable(server, people, match_id)
        await table.play_turn()
        assert server.bot.faces == {}
