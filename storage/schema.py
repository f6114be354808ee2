"""The tables. Times are milliseconds since 1970 (UTC); ids of Discord are 64-bit integers."""

import sqlalchemy as sa

metadata = sa.MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
    }
)


# SQLite numbers rows by itself only in a column that is called INTEGER.
_ROW_ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def _match_id() -> sa.Column[int]:
    target = sa.ForeignKey("matches.id", ondelete="CASCADE")
    return sa.Column("match_id", _ROW_ID, target, primary_key=True)


matches = sa.Table(
    "matches",
    metadata,
    sa.Column("id", _ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("number", sa.Integer, nullable=False),  # "Mesa 12": counted for each server
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("status", sa.String(16), nullable=False),
    sa.Column("rules", sa.Text, nullable=False),  # as a record writes them
    sa.Column("size", sa.Integer, nullable=False),
    sa.Column("pace", sa.String(16), nullable=False),
    sa.Column("private", sa.Boolean, nullable=False),
    sa.Column("owner_id", sa.BigInteger, nullable=False),
    sa.Column("created_at", sa.BigInteger, nullable=False),
    sa.Column("ended_at", sa.BigInteger),
    sa.Column("seq", sa.Integer, nullable=False),  # how many events are stored
    sa.Column("lobby_message_id", sa.BigInteger),
    sa.Column(
        "thread_id", sa.BigInteger
    ),  # where the table stands; the channel itself if no thread
    sa.Column("board_message_id", sa.BigInteger),
    sa.Column("board_posted_at", sa.BigInteger),
    sa.Column("sheets_posted", sa.Integer, nullable=False),  # how many rounds' score sheets
    sa.Column("ended_shown", sa.Boolean, nullable=False),
    sa.Column("paused", sa.Boolean, nullable=False),
    sa.Column("paused_round", sa.Integer),  # the round in which the last pause was
    sa.Column("lacking", sa.Text),  # permissions without which it cannot be shown; null: it can
    sa.Column("team_name", sa.Text),  # what a challenging pair calls itself (team 0)
    sa.Column("best_of", sa.Integer, nullable=False),
    sa.Column("wins_0", sa.Integer, nullable=False),  # of the earlier matches of a series
    sa.Column("wins_1", sa.Integer, nullable=False),
    sa.Column("rematch_of", sa.BigInteger),
    sa.UniqueConstraint("guild_id", "number"),
    sa.UniqueConstraint("rematch_of"),
    sa.Index(None, "status"),
    sa.Index(None, "thread_id"),
)

seats = sa.Table(
    "seats",
    metadata,
    _match_id(),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user_id", sa.BigInteger),  # null: a robot
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("accepted", sa.Boolean, nullable=False),  # false: challenged, has not answered
    sa.UniqueConstraint("match_id", "user_id"),
    sa.Index(None, "user_id"),
)

seat_history = sa.Table(
    "seat_history",
    metadata,
    _match_id(),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("eliminated", sa.Boolean, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)

guests = sa.Table(
    "guests",
    metadata,
    _match_id(),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
)

events = sa.Table(
    "events",
    metadata,
    _match_id(),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("data", sa.Text, nullable=False),
)

seals = sa.Table(
    "seals",
    metadata,
    _match_id(),
    sa.Column("round", sa.Integer, primary_key=True),
    sa.Column("salt", sa.String(64), nullable=False),
)

interactions = sa.Table(
    "interactions",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Index(None, "at"),
)

deadlines = sa.Table(
    "deadlines",
    metadata,
    _match_id(),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("due_at", sa.BigInteger, nullable=False),
    sa.Column("shown_at", sa.BigInteger, nullable=False),  # what the public is told: never earlier
    sa.Index(None, "due_at"),
)

shown = sa.Table(
    "shown",
    metadata,
    _match_id(),
    # Up to which event each is true: the table's message, the players' hands, the lobby's message.
    sa.Column("board", sa.Integer, nullable=False),
    sa.Column("calls", sa.Integer, nullable=False),
    sa.Column("lobby", sa.Integer, nullable=False),
)

votes = sa.Table(
    "votes",
    metadata,
    _match_id(),
    sa.Column("kind", sa.String(16), primary_key=True),
    sa.Column("scope", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
)

results = sa.Table(
    "results",
    metadata,
    _match_id(),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("ended_at", sa.BigInteger, nullable=False),
    sa.Column("winner", sa.Integer),
    sa.Column("forfeited_by", sa.Integer),
    sa.Column("points_0", sa.Integer, nullable=False),
    sa.Column("points_1", sa.Integer, nullable=False),
    sa.Column("rounds", sa.Integer, nullable=False),
    sa.Index(None, "guild_id", "ended_at"),
)

hand_messages = sa.Table(
    "hand_messages",
    metadata,
    _match_id(),
    sa.Column("user_id", sa.BigInteger, primary_key=True),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("message_id", sa.BigInteger, nullable=False),
    sa.Column("seq", sa.Integer, nullable=False),
    sa.Column("numbered", sa.Text, nullable=False),  # the cards by their numbers in the picture
    sa.Column("private", sa.Boolean, nullable=False),  # a private message, not a call at the table
    sa.Column("active", sa.Boolean, nullable=False),  # whether it shows controls to play with
)

guilds = sa.Table(
    "guilds",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("channel_ids", sa.Text, nullable=False),  # JSON list; empty: every channel
    sa.Column("role_id", sa.BigInteger),
    sa.Column("role_pinged_at", sa.BigInteger, nullable=False),
    sa.Column("pace", sa.String(16), nullable=False),
    sa.Column("tables_opened", sa.Integer, nullable=False),  # the last "Mesa" number
)

users = sa.Table(
    "users",
    metadata,
    sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("hand_order", sa.String(8), nullable=False),
    sa.Column("deck", sa.String(16), nullable=False),
    sa.Column("plays_at", sa.String(8), nullable=False),  # "dm" or "table"
)

chat_settings = sa.Table(
    "chat_settings",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("channel_id", sa.BigInteger, primary_key=True, autoincrement=False),  # 0: all
    sa.Column("mode", sa.String(16), nullable=False),
    sa.Column("rigor", sa.String(16), nullable=False),
    sa.Column("forbid_swearing", sa.Boolean, nullable=False),
    sa.Column("log_channel_id", sa.BigInteger),
    sa.Column("ladder", sa.Text, nullable=False),  # JSON list of hours
    sa.Column("no_pictures", sa.Boolean, nullable=False, server_default="1"),
    # Of the whole server alone: its other channels, Discord's timeouts, its AutoMod rule.
    sa.Column("everywhere", sa.Boolean, nullable=False, server_default="0"),
    sa.Column("timeouts", sa.Boolean, nullable=False, server_default="0"),
    sa.Column("automod_rule_id", sa.BigInteger),
)

incidents = sa.Table(
    "incidents",
    metadata,
    sa.Column("id", _ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("match_id", sa.BigInteger, nullable=False),  # kept when the match is gone
    sa.Column("seq", sa.Integer, nullable=False),  # the match's last event when it was said
    sa.Column("round", sa.Integer),
    sa.Column("turn", sa.BigInteger),  # whose turn it was
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("message_id", sa.BigInteger),
    sa.Column("surface", sa.String(16), nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("label", sa.String(16), nullable=False),
    sa.Column("confidence", sa.Float, nullable=False),
    sa.Column("reasons", sa.Text, nullable=False),
    sa.Column("text", sa.Text),  # null: no longer kept
    sa.Column("strike", sa.Boolean, nullable=False),
    sa.Column("rung", sa.String(16)),
    sa.Column("noticed_at", sa.BigInteger),  # when its author was told
    sa.Column("denied", sa.Boolean, nullable=False),  # he says that he revealed nothing
    sa.Column("undone_at", sa.BigInteger),
    sa.Column("undone_by", sa.BigInteger),
    sa.Column("logged_at", sa.BigInteger, index=True),
    sa.Column("untold", sa.Boolean, nullable=False, server_default="0", index=True),
    sa.Column("sealed", sa.Boolean, nullable=False, server_default="0"),  # for the round's end
    sa.Column(
        "recalled_at", sa.BigInteger, index=True
    ),  # when the table was told of it after the round
    sa.Column("reported_by", sa.BigInteger),  # by whom, where no detector blocked it
    sa.Index(None, "guild_id", "user_id"),
    sa.Index(None, "match_id"),
    sa.Index(None, "user_id"),
)

bans = sa.Table(
    "bans",
    metadata,
    sa.Column("id", _ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("user_id", sa.BigInteger, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("until", sa.BigInteger),  # null: until it is pardoned
    sa.Column("incident_id", sa.BigInteger),
    sa.Column("by", sa.BigInteger),  # the moderator who gave it
    sa.Column("why", sa.Text, nullable=False),
    sa.Column("lifted_at", sa.BigInteger),
    sa.Column("lifted_by", sa.BigInteger),
    sa.Column("timeout", sa.String(16), index=True),  # how far Discord's own has come; null: none
    sa.Index(None, "guild_id", "user_id"),
)

chat_exceptions = sa.Table(  # what a server does not want blocked
    "chat_exceptions",
    metadata,
    sa.Column("id", _ROW_ID, primary_key=True, autoincrement=True),
    sa.Column("guild_id", sa.BigInteger, nullable=False),
    sa.Column("text", sa.Text, nullable=False),  # as moderation.folded gives it
    sa.Column("by", sa.BigInteger, nullable=False),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.UniqueConstraint("guild_id", "text"),
)

rules_told = sa.Table(  # to whom the chat rule was told when he first sat down on a server
    "rules_told",
    metadata,
    sa.Column("guild_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("user_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("at", sa.BigInteger, nullable=False),
)
