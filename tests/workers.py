# SPDX-License-Identifier: BSD-2-Clause
"""Runs cases in processes that stay (start/worker.c): one without mpirun, and one for each number of ranks. A start of the program is most of a short test.

A worker does what the program does with the same words, through the handle (<fs/case.h>). What it prints goes to files in memory. It declines what only a start of
the program does, such as -help or -log_view. If a run ends the process, the status of the run is that of the process, and the next run gets a new worker."""
import atexit
import io
import json
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

DECLINED = -1  # WORK_DECLINED of start/request.h
EVERY = 20     # one run of so many starts the program
MOST = 8       # ranks of a worker; more are rare, and their processes would stay
SEED = int(os.environ.get("FSOLVE_SEED") or random.randrange(10**6))
COUNTS = {"worker": 0, "program": 0, "workers": 0}
START_TIMEOUT = 120  # [s] of a busy machine


class Lost(Exception):
    """The worker has ended in the middle of a run."""


def announce():
    """Prints the seed, once in a process, with which a run of tests can be repeated."""
    if not announce.done:
        announce.done = True
        print(f"FSOLVE_SEED={SEED}", file=sys.stderr, flush=True)


announce.done = False


class Worker:
    """The processes of one worker, and a connection to each of its ranks."""

    def __init__(self, program, ranks, launch):
        self.ranks, self.said = ranks, tempfile.TemporaryFile()
        self.environment = dict(os.environ)
        with tempfile.TemporaryDirectory(prefix="fsolve-worker-") as folder, socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener:
            path = os.path.join(folder, "socket")
            listener.bind(path)
            listener.listen(ranks)
            listener.settimeout(0.5)
            self.process = subprocess.Popen([*launch, program, path], stdin=subprocess.DEVNULL, stdout=self.said, stderr=self.said, cwd="/",
                                            env=self.environment)
            try:
                found = [self.accept(listener) for _ in range(ranks)]
                self.connections = [c for _, c in sorted((struct.unpack("i", c.recv(4))[0], c) for c in found)]
            except (OSError, struct.error, Lost) as error:
                text = self.text()
                self.kill()
                raise AssertionError(f"a worker on {ranks} ranks does not start: {error!r}: {text}") from None
        COUNTS["workers"] += 1

    def accept(self, listener):
        end = time.monotonic() + START_TIMEOUT
        while True:
            try:
                connection = listener.accept()[0]
                connection.settimeout(START_TIMEOUT)
                return connection
            except TimeoutError:
                if self.process.poll() is not None or time.monotonic() > end:
                    raise Lost from None

    def text(self):
        """What the processes have printed themselves: nothing, unless they crash."""
        self.said.seek(0)
        return self.said.read().decode(errors="replace")

    def kill(self):
        """Ends all processes. mpirun ends its ranks."""
        for connection in getattr(self, "connections", []):
            connection.close()
        if self.process.poll() is None and self.ranks > 1:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                pass
        self.process.kill()
        self.process.wait()
        self.said.close()

    def close(self):
        """Lets the processes end by themselves."""
        for connection in self.connections:
            connection.close()
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            pass
        self.kill()

    def status(self, words, ranks, cwd, files, timeout):
        """The exit status of a run on the first ranks."""
        message = struct.pack("ii", ranks, len(words)) + b"".join(os.fsencode(w) + b"\0" for w in words)
        folder = os.open(cwd or ".", os.O_RDONLY | os.O_DIRECTORY)
        try:
            for connection in self.connections[:ranks]:
                connection.settimeout(timeout)
                socket.send_fds(connection, [message], [*files, folder])
        except OSError as error:
            raise Lost from error
        finally:
            os.close(folder)
        end, found = time.monotonic() + timeout, []
        for connection in self.connections[:ranks]:
            connection.settimeout(max(end - time.monotonic(), 0.001))
            try:
                answer = connection.recv(4)
            except ConnectionError as error:
                raise Lost from error
            if len(answer) != 4:
                raise Lost
            found.append(struct.unpack("i", answer)[0])
        return max(found, key=abs)


class Workers:
    """The workers of this process, by their numbers of ranks."""

    def __init__(self, program, launch):
        self.program, self.launch = program, launch
        self.there, self.lock, self.owner = {}, threading.Lock(), os.getpid()
        self.random = random.Random(SEED)
        atexit.register(self.close)

    def close(self):
        if self.owner == os.getpid():
            for worker in self.there.values():
                worker.close()
            self.there = {}
        if os.environ.get("FSOLVE_COUNTS"):
            with open(os.environ["FSOLVE_COUNTS"], "a", encoding="utf-8") as f:
                f.write(json.dumps({"script": sys.argv[-1], **COUNTS}) + "\n")

    def get(self, ranks):
        """A worker for a number of ranks; two are the first ones of three."""
        if self.owner != os.getpid():  # a fork: the workers are those of the parent
            self.there, self.owner = {}, os.getpid()
        size = 3 if ranks == 2 else ranks
        worker = self.there.get(size)
        if worker and (worker.process.poll() is not None or worker.environment != dict(os.environ)):
            self.there.pop(size).kill()
            worker = None
        if not worker:
            worker = self.there[size] = Worker(self.program, size, self.launch(size))
        return worker

    def run(self, words, ranks, cwd, timeout):
        """A finished run, as subprocess.run() returns it, or None if the program must be started: each run of EVERY by chance, and what a worker declines."""
        announce()
        if self.random.randrange(EVERY) == 0 or ranks > MOST or not self.lock.acquire(blocking=False):
            return None
        try:
            return self.run_here(words, ranks, cwd, timeout)
        finally:
            self.lock.release()

    def run_here(self, words, ranks, cwd, timeout):
        worker, files = self.get(ranks), [os.memfd_create("out"), os.memfd_create("error")]
        texts = [io.TextIOWrapper(os.fdopen(f, "rb")) for f in files]  # as of subprocess.run(text=True)
        more = ""
        try:
            try:
                status = worker.status(words, ranks, cwd, files, timeout)
            except TimeoutError:
                self.there.pop(worker.ranks).kill()
                raise subprocess.TimeoutExpired(words, timeout) from None
            except Lost:
                self.there.pop(worker.ranks)
                try:
                    status = worker.process.wait(10)
                except subprocess.TimeoutExpired:
                    status = 70
                more = worker.text() + f"the worker on {worker.ranks} ranks has ended with status {status}\n"
                worker.kill()
                status = status or 70  # no run may end the process
            if status == DECLINED:
                return None
            COUNTS["worker"] += 1
            said = [(text.seek(0), text.read())[1] for text in texts]
        finally:
            for text in texts:
                text.close()
        return subprocess.CompletedProcess(words, status, said[0], said[1] + more)
