"""The one thread in which pictures are drawn.

Several would draw no more of them, for Python lets one work at a time, and each would have to fetch
its memory from the system anew: measured, a picture then costs twice its time.
"""

import asyncio
import functools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, ParamSpec, TypeVar

Given = ParamSpec("Given")
Made = TypeVar("Made")

_THREAD: Final = ThreadPoolExecutor(1, thread_name_prefix="drawing")


async def drawn(draw: Callable[Given, Made], /, *args: Given.args, **kwargs: Given.kwargs) -> Made:
    """What ``draw`` makes, made off the event loop."""
    made = functools.partial(draw, *args, **kwargs)
    return await asyncio.get_running_loop().run_in_executor(_THREAD, made)
