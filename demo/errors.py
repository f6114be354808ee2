"""Discord's refusals: status, code and words as its API gives them.

https://discord.com/developers/docs/topics/opcodes-and-status-codes#json
"""

from typing import Any


class ApiError(Exception):
    """A request is refused; ``errors`` is the tree of what is wrong with its fields."""

    def __init__(
        self, status: int, code: int, message: str, errors: dict[str, Any] | None = None
    ) -> None:
        super().__init__(f"{status} {code}: {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors

    def body(self) -> dict[str, Any]:
        """The answer's JSON."""
        body: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


class Refused(Exception):
    """A person tried what Discord's own client does not let him do; the text says what."""


def not_a_number() -> ApiError:
    """A path names something by what is no number."""
    return invalid_form({"_errors": [{"code": "NUMBER_TYPE_COERCE", "message": "Not a number."}]})


def unauthorized() -> ApiError:
    """The token is wrong."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown_channel() -> ApiError:
    """There is no such channel, or it is gone."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_message() -> ApiError:
    """There is no such message for the one who asks."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_webhook() -> ApiError:
    """No such webhook, or an interaction's token that is older than 15 minutes."""
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    """The first answer came later than three seconds."""
    return ApiError(404, 10062, "Unknown interaction")


def unknown_guild() -> ApiError:
    """The bot is on no such server."""
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    """Nobody of that number is on the server."""
    return ApiError(404, 10007, "Unknown Member")


def missing_access() -> ApiError:
    """The channel may not be seen."""
    return ApiError(403, 50001, "Missing Access")


def missing_permissions() -> ApiError:
    """The channel may be seen, but this may not be done in it."""
    return ApiError(403, 50013, "Missing Permissions")


def unknown_overwrite() -> ApiError:
    """The channel says nothing of its own about such a role or member."""
    return ApiError(404, 10009, "Unknown Overwrite")


def wrong_kind_of_channel() -> ApiError:
    """Channels of this kind have no such thing."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")


def archived() -> ApiError:
    """Nothing in an archived thread may be changed."""
    return ApiError(400, 50083, "Thread is archived")


def invalid_field(name: str, code: str, message: str = "This value does not fit.") -> ApiError:
    """One field of the request is wrong."""
    return invalid_form({name: {"_errors": [{"code": code, "message": message}]}})


def invalid_form(errors: dict[str, Any]) -> ApiError:
    """A field of the request is wrong."""
    return ApiError(400, 50035, "Invalid Form Body", errors)
