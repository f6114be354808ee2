"""The bot's own pace of requests: under Discord's limit in any second, the urgent ones first."""

import asyncio

from bot.outflow import PATIENT, Outflow


class Time:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)  # whoever was let go goes before time passes
        self.now += seconds


async def test_any_second_has_at_most_so_many_requests():
    time = Time()
    flow = Outflow(5, now=time, sleep=time.sleep)
    went = []

    async def ask() -> None:
        await flow.turn()
        went.append(time.now)

    await asyncio.gather(*(ask() for _ in range(23)))
    assert all(later - earlier > 0.999 for earlier, later in zip(went, went[5:], strict=False))
    assert round(went[-1]) == 104


async def test_patient_requests_let_the_others_go_first():
    time = Time()
    flow = Outflow(1, now=time, sleep=time.sleep)
    went = []

    async def ask(name: str, *, patient: bool) -> None:
        PATIENT.set(patient)
        await flow.turn()
        went.append(name)

    boards = [asyncio.create_task(ask(f"board {n}", patient=True)) for n in range(3)]
    calls = [asyncio.create_task(ask(f"call {n}", patient=False)) for n in range(2)]
    await asyncio.gather(*boards, *calls)
    assert went == ["board 0", "call 0", "call 1", "board 1", "board 2"]


async def test_who_gave_up_waiting_takes_nobodys_place():
    time = Time()
    flow = Outflow(1, now=time, sleep=time.sleep)
    await flow.turn()
    gone = asyncio.create_task(flow.turn())
    kept = asyncio.create_task(flow.turn())
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    await kept
    assert time.now == 101.0
