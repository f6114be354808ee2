"""The chat: what is sealed, reported and excepted, pictures, other channels, Discord's timeouts

Revision: 0006, after 0005
"""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    for name, default in (("no_pictures", "1"), ("everywhere", "0"), ("timeouts", "0")):
        op.add_column(
            "chat_settings", sa.Column(name, sa.Boolean(), nullable=False, server_default=default)
        )
    op.add_column("chat_settings", sa.Column("automod_rule_id", sa.BigInteger(), nullable=True))
    for name in ("untold", "sealed"):
        op.add_column(
            "incidents", sa.Column(name, sa.Boolean(), nullable=False, server_default="0")
        )
    for name in ("recalled_at", "reported_by"):
        op.add_column("incidents", sa.Column(name, sa.BigInteger(), nullable=True))
    op.execute("UPDATE incidents SET recalled_at = at")  # their rounds are long over
    op.create_index(op.f("ix_incidents_recalled_at"), "incidents", ["recalled_at"])
    op.create_index(op.f("ix_incidents_untold"), "incidents", ["untold"])
    op.create_index(op.f("ix_incidents_logged_at"), "incidents", ["logged_at"])
    op.add_column("bans", sa.Column("timeout", sa.String(length=16), nullable=True))
    op.create_index(op.f("ix_bans_timeout"), "bans", ["timeout"])
    op.create_table(
        "chat_exceptions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("guild_id", sa.BigInteger(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("by", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chat_exceptions")),
        sa.UniqueConstraint("guild_id", "text", name=op.f("uq_chat_exceptions_guild_id_text")),
    )
