"""The processes that think, as the server's loop sees them: moves of levels, hints, reviews.

One question at a time goes to a process; moves come before hints, hints before reviews. A process that dies, hangs or talks
nonsense is replaced and its question put again, a few times. The first process is started at once and compiles the engine if that
is still to be done; the others come when there is more to do than it can.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
import os
import signal
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from ..errors import MarchstoneError
from ..machine import cores
from ..players.channel import Channel, ChannelError

MODULE = "marchstone.server.thinker"
STARTING = 300.0  # seconds: the first start of all compiles, on a slow machine
ASKING = 60.0  # for an answer about progress, which takes the engine's import once
GRACE = 20.0  # beyond the time it is given: other processes want the same cores, and these are nice
REVIEWING = 120.0
LONGEST = 5.0  # for a move, unless the server says otherwise
HINT_SECONDS, HINT_MOVES = 1.5, 5
REVIEW_NODES = 400  # for each decision: a game takes some seconds
TRIES = 3
PAUSE, LONGEST_PAUSE = 0.25, 60.0  # after a failed start, doubled each time: what fails at once must not fail a thousand times
MOVE, HINT, REVIEW = range(3)  # in this order they are answered

log = logging.getLogger("marchstone.server")


class ThinkError(MarchstoneError, RuntimeError):
    """No answer was to be had. The codes are `engine.none`, `engine.failed` and `engine.closed`."""


class RaisedError(ChannelError):
    """A process could not answer, and said why; it is well."""


@dataclass(order=True)
class Question:
    """Something to be answered by any process."""

    urgency: int
    number: int
    asked: dict[str, Any] = field(compare=False)
    seconds: float = field(compare=False)
    answer: asyncio.Future[dict[str, Any]] = field(compare=False)
    tries: int = field(default=0, compare=False)


class Thinkers:
    """The pool. `start` and `close` it inside the loop; `state` and `progress` say how far the engine has come."""

    def __init__(self, workers: int | None = None, module: str = MODULE, longest: float = LONGEST) -> None:
        self.longest = longest  # seconds for a move, whatever a game asks for
        self.workers = cores() if workers is None else workers
        self.state = "none" if self.workers == 0 else "starting"  # then `compiling`, `ready`; or `failed`
        self.progress: float | None = None
        self.told: list[Callable[[], object]] = []  # to be called when the state or the progress changes
        self._module = module
        self._questions: asyncio.PriorityQueue[Question] = asyncio.PriorityQueue()
        self._numbers = itertools.count()
        self._tasks: set[asyncio.Task[None]] = set()
        self._channels: set[Channel] = set()
        self._idle = self._failures = 0
        self._threads = ThreadPoolExecutor(max(1, self.workers), "thinker")
        self._closed = False

    # -- what is asked of it

    async def move(self, level: int, view: Sequence[int], seconds: float, seed: int) -> str:
        """What a level does in a view."""
        seconds = min(seconds, self.longest)
        asked = {"do": "move", "level": level, "view": [*view], "seconds": seconds, "seed": seed}
        return str((await self._ask(MOVE, asked, seconds + GRACE))["move"])

    async def hint(self, view: Sequence[int], seed: int) -> dict[str, Any]:
        """`{"move", "chance", "moves"}`: what is best in a view."""
        asked = {"do": "hint", "view": [*view], "seconds": HINT_SECONDS, "seed": seed, "most": HINT_MOVES}
        return await self._ask(HINT, asked, HINT_SECONDS + GRACE)

    async def review(self, record: str, progress: Callable[[float], object]) -> dict[str, Any]:
        """The review of a finished game. Its decisions are judged one by one, so that moves elsewhere need not wait for it."""
        about = {"record": record, "nodes": REVIEW_NODES}
        number = int((await self._ask(REVIEW, {"do": "decisions", **about}, REVIEWING))["decisions"])
        done = itertools.count(1)

        async def judged(place: int) -> Any:
            verdict = (await self._ask(REVIEW, {"do": "judge", "decision": place, **about}, REVIEWING))["verdict"]
            progress(next(done) / (number + 1))
            return verdict

        verdicts = await asyncio.gather(*(judged(place) for place in range(number)))
        found = await self._ask(REVIEW, {"do": "review", "verdicts": verdicts, **about}, REVIEWING)
        review: dict[str, Any] = found["review"]
        return review

    def pids(self) -> list[int]:
        """The numbers of the processes."""
        return [channel.pid for channel in self._channels]

    # -- its life

    def start(self) -> None:
        """Begin with one process."""
        if self.workers:
            self._hire()

    async def close(self) -> None:
        """End all processes; whoever still waits is told so."""
        self._closed = True
        for channel in list(self._channels):
            kill(channel)
        await asyncio.to_thread(self._threads.shutdown)  # a channel is closed only when no thread waits at it any more
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for channel in list(self._channels):
            self._end(channel)
        while not self._questions.empty():
            refuse(self._questions.get_nowait(), ThinkError("engine.closed", "the server is closing"))

    def _hire(self) -> None:
        task = asyncio.get_running_loop().create_task(self._work())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _tell(self, state: str, progress: float | None = None) -> None:
        if (state, progress) == (self.state, self.progress):
            return
        self.state, self.progress = state, progress
        for listener in self.told:
            listener()

    # -- questions and processes

    async def _ask(self, urgency: int, asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        if not self.workers:
            raise ThinkError(
                "engine.none", "this server runs without the engine", expected="marchstone serve without --workers 0"
            )
        if self._closed:
            raise ThinkError("engine.closed", "the server is closing")
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._questions.put_nowait(Question(urgency, next(self._numbers), asked, seconds, answer))
        if self.state == "ready" and self._questions.qsize() > self._idle and len(self._tasks) < self.workers:
            self._hire()
        return await answer

    async def _work(self) -> None:
        """One place in the pool: a process as long as it is well, then another."""
        channel: Channel | None = None
        try:
            while not self._closed:
                if channel is None:
                    channel = await self._started()
                elif await self._answered(channel):
                    continue
                else:
                    self._end(channel)
                    channel = None
        finally:
            if channel is not None:
                self._end(channel)

    async def _started(self) -> Channel | None:
        """A process with the engine loaded; nothing if that did not come about, in which case who waits gets another try."""
        channel: Channel | None = None
        try:
            channel = await self._in_thread(self._new_channel)
            assert channel is not None
            await self._loaded(channel)
        except (ChannelError, OSError) as problem:
            if channel is not None:
                self._end(channel)
            if not self._closed:
                await self._not_started(problem)
            return None
        self._failures = 0
        self._tell("ready", 1.0)
        for _ in range(min(self._questions.qsize() - 1, self.workers - len(self._tasks))):
            self._hire()
        return channel

    async def _loaded(self, channel: Channel) -> None:
        """Wait until the engine is loaded there."""
        deadline = time.monotonic() + STARTING
        while not (loaded := await self._exchange(channel, {"do": "ready", "preset": "stones"}, ASKING))["ready"]:
            if time.monotonic() > deadline:
                raise ChannelError("the engine is not ready in time")
            if self.state != "ready":
                self._tell("compiling", loaded["progress"])

    async def _not_started(self, problem: Exception) -> None:
        log.warning("a thinking process did not start: %s", problem)
        if self.state != "ready":
            self._tell("failed")
        self._blame_first(problem)
        self._failures += 1
        await asyncio.sleep(min(LONGEST_PAUSE, PAUSE * 2**self._failures))

    def _new_channel(self) -> Channel:
        channel = Channel(self._module)
        self._channels.add(channel)  # here, so that it is known even if nobody waits for it any more
        if self._closed:
            kill(channel)
        return channel

    async def _answered(self, channel: Channel) -> bool:
        """Answer one question; whether the process can go on."""
        self._idle += 1
        try:
            question = await self._questions.get()
        finally:
            self._idle -= 1
        if question.answer.done():  # nobody waits for it any more
            return True
        question.tries += 1
        try:
            reply = await self._exchange(channel, question.asked, question.seconds)
        except asyncio.CancelledError:
            refuse(question, ThinkError("engine.closed", "the server is closing"))
            raise
        except ChannelError as problem:
            if not self._closed:
                log.warning("a thinking process failed at %s: %s", question.asked["do"], problem)
            self._again(question, problem)
            return isinstance(problem, RaisedError)
        if not question.answer.done():
            question.answer.set_result(reply)
        return True

    def _again(self, question: Question, problem: Exception) -> None:
        if question.tries < TRIES:
            self._questions.put_nowait(question)
        else:
            refuse(question, ThinkError("engine.failed", f"the engine gave no answer: {problem}"))

    def _blame_first(self, problem: Exception) -> None:
        """No process starts: the question that waits longest has had a try."""
        with suppress(asyncio.QueueEmpty):
            question = self._questions.get_nowait()
            question.tries += 1
            self._again(question, problem)

    async def _exchange(self, channel: Channel, asked: dict[str, Any], seconds: float) -> dict[str, Any]:
        def exchange() -> Any:
            try:
                channel.send(asked)
                return channel.receive(seconds)
            except (OSError, ValueError) as problem:  # closed meanwhile
                raise ChannelError(str(problem)) from None

        reply = await self._in_thread(exchange)
        if not isinstance(reply, dict) or "raised" in reply:
            raise RaisedError(str(reply["raised"])) if isinstance(reply, dict) else ChannelError("an answer that cannot be read")
        return reply

    async def _in_thread(self, work: Callable[..., Any], *arguments: Any) -> Any:
        if self._closed:
            raise ChannelError("closed")
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *arguments)

    def _end(self, channel: Channel) -> None:
        self._channels.discard(channel)
        with suppress(OSError):
            channel.close()


def kill(channel: Channel) -> None:
    """End a process, and whatever it has started itself; whoever waits for an answer hears that it has died."""
    with suppress(OSError):
        os.killpg(channel.pid, signal.SIGKILL)


def refuse(question: Question, problem: ThinkError) -> None:
    """No answer, and why."""
    if not question.answer.done():
        question.answer.set_exception(problem)
