"""What the doctor asks Discord: the token, the application, its servers and commands.

Only the HTTP side is used: a bot that is running stays connected and notices nothing.
"""

from typing import Any, Final

import discord

from bot.client import CannotLogIn, may_read_chat, play_permissions, told_in_words
from bot.doctor import Line, Mark
from texts.help import PERMISSION_NAMES
from texts.moderation import CONTENT_INTENT

PAGE: Final = 200
"""As many servers as Discord tells at once."""

_INTENTS: Final = {
    "Presence": ("gateway_presence", "gateway_presence_limited"),
    "Server Members": ("gateway_guild_members", "gateway_guild_members_limited"),
    "Message Content": ("gateway_message_content", "gateway_message_content_limited"),
}


async def discord_checks(token: str, home_guild: int | None) -> list[Line]:
    """Log in and look around; what Discord refuses is the last line."""
    lines: list[Line] = []
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            with told_in_words():
                await client.login(token)
                application = await client.application_info()
                lines += about_application(application)
                chat = may_read_chat(application.flags)
                lines += about_servers(await _servers(client), chat=chat)
                lines.append(
                    about_commands(await _commands(client, application.id, home_guild), home_guild)
                )
        except CannotLogIn as error:
            lines.append((Mark.BAD, f"Discord: {error}"))
    return lines


async def _servers(client: discord.Client) -> list[Any]:
    """Every server as Discord lists it, with what the bot may do there."""
    servers: list[Any] = []
    while True:
        after = servers[-1]["id"] if servers else None
        page = await client.http.get_guilds(PAGE, after=after, with_counts=False)
        servers += page
        if len(page) < PAGE:
            return servers


async def _commands(
    client: discord.Client, application_id: int, home_guild: int | None
) -> list[str]:
    if home_guild is None:
        found = await client.http.get_global_commands(application_id)
    else:
        found = await client.http.get_guild_commands(application_id, home_guild)
    return sorted(each["name"] for each in found)


def about_application(application: discord.AppInfo) -> list[Line]:
    """Who the bot is, its privileged intents, and whether clicks come through the gateway."""
    on = [
        name
        for name, flags in _INTENTS.items()
        if any(getattr(application.flags, flag) for flag in flags)
    ]
    off = [name for name in _INTENTS if name not in on]
    who = f"Discord: token aceito, aplicativo {application.name} ({application.id})."
    intents = (
        f"Intents privilegiadas ligadas: {', '.join(on) or 'nenhuma'}; "
        f"desligadas: {', '.join(off) or 'nenhuma'}. Para jogar, nenhuma é necessária."
    )
    lines = [(Mark.GOOD, who), (Mark.GOOD, intents)]
    if may_read_chat(application.flags):
        lines.append((Mark.GOOD, "Moderação do chat: posso ler as mensagens das mesas."))
    else:
        lines.append((Mark.WARNING, f"Moderação do chat: inativa. {CONTENT_INTENT}"))
    if application.interactions_endpoint_url:
        elsewhere = (
            "O aplicativo tem um Interactions Endpoint URL: comandos e botões vão para lá, e não "
            "para o bot. Apague-o em General Information."
        )
        lines.append((Mark.BAD, elsewhere))
    return lines


def about_servers(servers: list[Any], *, chat: bool) -> list[Line]:
    """Where the bot is, and what it may not do there; a channel's own settings may differ.

    ``chat``: it moderates, and must be able to delete what others write.
    """
    wanted = play_permissions()
    wanted.manage_messages = chat
    if not servers:
        return [(Mark.WARNING, "Servidores: nenhum. `make invite` mostra os links de convite.")]
    lines: list[Line] = []
    for server in servers:
        may = discord.Permissions(int(server["permissions"]))
        lacking = [
            PERMISSION_NAMES[name]
            for name, needed in wanted
            if needed and not (may.administrator or getattr(may, name))
        ]
        if lacking:
            text = (
                f"Servidor {server['name']} ({server['id']}): me falta {', '.join(lacking)}. "
                "Dê essas permissões ao cargo do bot, ou convide-o de novo (`make invite`)."
            )
            lines.append((Mark.WARNING, text))
    good = len(servers) - len(lines)
    if good:
        lines.append((Mark.GOOD, f"Servidores com todas as permissões: {good} de {len(servers)}."))
    return lines


def about_commands(names: list[str], home_guild: int | None) -> Line:
    """Which slash commands Discord knows; the bot registers them whenever it starts."""
    place = "em todos os servidores" if home_guild is None else f"no servidor {home_guild}"
    if not names:
        return Mark.WARNING, f"Comandos {place}: nenhum. O bot os registra ao iniciar (`make run`)."
    return Mark.GOOD, f"Comandos {place}: {', '.join(f'/{name}' for name in names)}."
