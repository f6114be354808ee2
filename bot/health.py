"""The ``health`` command: ask a running bot how it is. Standard library only: it starts at once."""

import http.client
import urllib.error
import urllib.request
from typing import Final

HOST: Final = "127.0.0.1"
PATH: Final = "/health"
TIMEOUT_S: Final = 8.0


def ask(port: int) -> tuple[bool, str]:
    """Whether the bot at this port is well, and what it said, or why nothing was heard."""
    direct = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with direct.open(f"http://{HOST}:{port}{PATH}", timeout=TIMEOUT_S) as answer:
            return True, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return False, error.read().decode()
    except (OSError, http.client.HTTPException) as error:
        return False, f"O bot não responde em {HOST}:{port} ({type(error).__name__})."
