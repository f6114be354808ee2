"""Settings from the environment and ``.env``, each checked at the start with a sentence."""

from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

SENTENCES = {
    "discord_token": "DISCORD_TOKEN deve ser o token do bot, sem espaços nem aspas.",
    "database": "DATABASE deve ser o caminho do arquivo do banco de dados.",
    "log_level": "LOG_LEVEL deve ser DEBUG, INFO, WARNING ou ERROR.",
    "log_format": "LOG_FORMAT deve ser text (linhas para pessoas) ou json (um objeto por linha).",
    "health_port": "HEALTH_PORT deve ser o número de uma porta, de 1 a 65535.",
    "home_guild": "HOME_GUILD deve ser o número (ID) de um servidor.",
}

HOW_TO_LOG_IN = """\
Falta o token do bot. Para conseguir um:
  1. Abra https://discord.com/developers/applications e crie um aplicativo (New Application).
  2. Em Bot, aperte Reset Token e copie o token.
  3. Copie .env.example para .env e ponha o token em DISCORD_TOKEN=
  4. Rode de novo. `make invite` mostra os links para levar o bot a um servidor.
Nenhuma "Privileged Gateway Intent" precisa ser ligada para jogar.
Sem token, `make demo` abre uma mesa com robôs no navegador, com este mesmo bot."""


class BadSettings(Exception):
    """A setting has no usable value; the text says, in Portuguese, which one and what to write."""


class Settings(BaseSettings):
    """What a self-hoster can set; everything but the token has a sensible default."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", hide_input_in_errors=True
    )

    discord_token: SecretStr | None = None
    database: Path = Path("buraco.db")
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["text", "json"] = "text"
    health_port: int | None = Field(default=None, ge=1, le=65535)
    """Where on 127.0.0.1 the bot says how it is; None: nowhere."""
    home_guild: int | None = Field(default=None, gt=0)
    """A server on which the commands appear at once, for trying out; None: on all."""

    @field_validator("discord_token", mode="after")
    @classmethod
    def _token_is_one_word(cls, token: SecretStr | None) -> SecretStr | None:
        text = token.get_secret_value().strip() if token else ""
        if not text:
            return None
        if len(text.split()) > 1 or text[0] in "\"'":
            raise ValueError("not a token")
        return SecretStr(text)


def load_settings() -> Settings:
    """Read the settings. Raises BadSettings with a sentence a wrong one; never shows its value."""
    try:
        return Settings()
    except (OSError, UnicodeDecodeError):
        raise BadSettings(
            "O arquivo .env não pôde ser lido. Salve-o como texto em UTF-8, e legível por quem "
            "roda o bot."
        ) from None
    except ValidationError as error:
        names = dict.fromkeys(str(each["loc"][0]).lower() for each in error.errors())
        raise BadSettings("\n".join(SENTENCES.get(name, name) for name in names)) from None
