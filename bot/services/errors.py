"""Why a service does not do what was asked; the sentences are in ``texts.problems``."""

import enum


class Problem(enum.Enum):
    """What stands in the way, apart from the rules of the game."""

    NO_SUCH_TABLE = "no_such_table"
    TABLE_CLOSED = "table_closed"
    NOT_SEATED = "not_seated"
    NOT_LIVE = "not_live"
    ALREADY_LIVE = "already_live"
    STALE = "stale"
    PAUSED = "paused"
    HINDERED = "hindered"
    NOT_PAUSED = "not_paused"
    PAUSED_BEFORE = "paused_before"
    SEAT_TAKEN = "seat_taken"
    TABLE_FULL = "table_full"
    SEATS_EMPTY = "seats_empty"
    ALREADY_SEATED = "already_seated"
    TOO_MANY_TABLES = "too_many_tables"
    TOO_MANY_OFFICIAL = "too_many_official"
    NOT_INVITED = "not_invited"
    NOT_YOUR_TABLE = "not_your_table"
    HELD_OTHER_SEAT = "held_other_seat"
    OPPONENTS_DECIDE = "opponents_decide"
    NOT_CHALLENGED = "not_challenged"
    NO_SUCH_SEAT = "no_such_seat"
    ROUND_RUNNING = "round_running"
    NOT_OVER = "not_over"
    PLAYERS_AND_RULES = "players_and_rules"
    SAME_PERSON = "same_person"
    ALREADY_HANDLED = "already_handled"
    BANNED = "banned"
    SEATED_BANNED = "seated_banned"
    NOT_YOURS = "not_yours"
    OWN_INCIDENT = "own_incident"
    UNDONE = "undone"
    NOT_AN_OPPONENT = "not_an_opponent"
    CANNOT_BE_SEALED = "cannot_be_sealed"
    TOO_MANY_EXCEPTIONS = "too_many_exceptions"


class Denied(Exception):
    """Nothing was done, and nothing has changed; ``facts`` make the sentence exact."""

    def __init__(self, problem: Problem, **facts: str) -> None:
        super().__init__(problem.value)
        self.problem = problem
        self.facts = facts
