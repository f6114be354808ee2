"""Where discord.py finds Discord: the one place that points it at the stand-in."""

import discord.gateway
import discord.http
import yarl
from discord.ext import commands

from demo.rest import API


def point_discord_at(base: str) -> None:
    """Have every client of this process talk to the stand-in at this address."""
    discord.http.Route.BASE = base + API
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(
        base.replace("http", "ws", 1) + "/gateway"
    )


def await_no_servers(bot: commands.Bot) -> None:
    """Be ready at once: here all servers come with READY, while Discord sends them for seconds."""
    bot._connection.guild_ready_timeout = 0.1  # noqa: SLF001 - an option of the constructor
