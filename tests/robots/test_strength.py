"""How well robots play: against chance, and in ending rounds by going out."""

import random

import pytest

from game.events import RoundEnding
from tests.robots.rounds import played, random_player, robot


def wins_pair(seed: int, *, seats: int) -> bool:
    """Whether the robots make more points than random players in both sides of one deal."""
    chance = random_player(random.Random(seed))
    first = played(seed, seats=seats, teams=(robot, chance)).scores
    second = played(seed, seats=seats, teams=(chance, robot)).scores
    robots = first[0].total + second[1].total
    return robots > first[1].total + second[0].total


def share_gone_out(seeds: range, *, seats: int) -> float:
    endings = [played(seed, seats=seats).ending for seed in seeds]
    return endings.count(RoundEnding.WENT_OUT) / len(endings)


@pytest.mark.parametrize("seats", [2, 4])
def test_robots_beat_random_play_in_paired_deals(seats):
    assert all(wins_pair(seed, seats=seats) for seed in range(100, 112))


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 4])
def test_robots_beat_random_play_in_99_of_100_paired_deals(seats):
    won = sum(wins_pair(seed, seats=seats) for seed in range(1000, 1300))
    assert won >= 297


@pytest.mark.parametrize("seats", [2, 4])
def test_robots_end_most_rounds_by_going_out(seats):
    assert share_gone_out(range(30), seats=seats) > 0.5


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 4])
def test_robots_end_two_rounds_in_three_by_going_out(seats):
    assert share_gone_out(range(5000, 5300), seats=seats) > 2 / 3
