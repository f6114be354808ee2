"""Where discord.py finds Discord: the one place that points it at the stand-in."""

import discord.gateway
import discord.http
import yarl

from demo.rest import API


def point_discord_at(base: str) -> None:
    """Have every client of this process talk to the stand-in at this address."""
    discord.http.Route.BASE = base + API
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(
        base.replace("http", "ws", 1) + "/gateway"
    )
