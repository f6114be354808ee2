"""What one turn costs on Discord: taps, and requests by kind, over a match of four people."""

import asyncio
import collections
import tempfile
from pathlib import Path

from storage.records import Status
from tests.support.discord_table import DiscordTable, running, sit_down

TURNS = 40
KINDS = {
    ("POST", "interactions"): "answers_to_clicks",
    ("PATCH", "webhooks"): "edits_through_clicks",
    ("DELETE", "webhooks"): "deletions_through_clicks",
    ("POST", "channels"): "new_messages",
    ("PATCH", "channels"): "edits",
    ("DELETE", "channels"): "deletions",
}
"""The first three are outside Discord's global limit, the others are under it."""


def taps_and_requests() -> dict[str, float]:
    """Mean taps a turn, and requests a turn by kind."""

    async def run() -> dict[str, float]:
        with tempfile.TemporaryDirectory() as folder:
            async with running(Path(folder) / "bench.db", seed=3) as server:
                people, match_id = await sit_down(server, ["Ana", "Bia", "Caio", "Davi"])
                table = DiscordTable(server, people, match_id)
                before, turns = len(server.sent()), 0
                while turns < TURNS and (await table.live()).info.status is Status.LIVE:
                    await table.play_turn()
                    turns += 1
                count: collections.Counter[str] = collections.Counter()
                for method, path in server.sent()[before:]:
                    count[KINDS.get((method, path.split("/")[1]), "others")] += 1
                found = {f"requests_a_turn_{kind}": count[kind] / turns for kind in KINDS.values()}
                found["requests_a_turn_others"] = count["others"] / turns
                found["taps_a_turn_mean"] = sum(table.taps.turns) / len(table.taps.turns)
                return found

    return asyncio.run(run())
