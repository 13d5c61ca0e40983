"""Runs the built tool for the tests of this folder."""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import unittest.mock

signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and clean up

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
HEDDLE = pathlib.Path(os.environ.get("HEDDLE", ROOT / "build/bin/heddle")).resolve()

RACE = """#include <assert.h>
#include <pthread.h>
int balance;
static void *pay(void *unused) {
  int old = balance;
  balance = old + 10;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, pay, 0);
  pthread_create(&b, 0, pay, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(balance == 20);
}
"""
RACE_LINE = 15

# Every round the threads read what the others wrote: thousands of runs.
ROUNDS = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int i = 1, j = 1;
static void *first(void *unused) {
  for (int k = 0; k < N; k++) i = i + j;
  return 0;
}
static void *second(void *unused) {
  for (int k = 0; k < N; k++) j = j + i;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(i >= 1);
}
"""

SAFE = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int n;
static void *add(void *unused) {
  for (int i = 0; i < 3; i++) n++;
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(n == 9);
}
"""

# 5 threads x 3 updates: 168 million interleavings, more than any test waits for.
HUGE = SAFE.replace("t[3]", "t[5]").replace("i < 3; i++) pthread", "i < 5; i++) pthread").replace("n == 9", "n == 15")


def program_of(pid):
    try:
        return os.readlink(f"/proc/{pid}/exe")
    except OSError:
        return ""


def children(pid):
    """Of all its threads."""
    found = []
    for file in pathlib.Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            found += [int(word) for word in file.read_text().split()]
        except OSError:
            pass
    return found


class ToolTest(unittest.TestCase):
    """Each test has an empty directory of its own as the current one, and another for temporary files."""

    def setUp(self):
        self.base = pathlib.Path(tempfile.mkdtemp(prefix="heddle-e2e-"))
        self.addCleanup(shutil.rmtree, self.base, ignore_errors=True)
        self.dir, temporary = self.base / "work", self.base / "tmp"
        self.dir.mkdir()
        temporary.mkdir()
        set_temporary = unittest.mock.patch.dict(os.environ, TMPDIR=str(temporary))
        set_temporary.start()
        self.addCleanup(set_temporary.stop)

    def write(self, name, text):
        path = self.dir / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return name

    def heddle(self, *args, code=None, timeout=60, env=None):
        result = subprocess.run([str(HEDDLE), *map(str, args)], cwd=self.dir, timeout=timeout, text=True, errors="replace",
                                stdin=subprocess.DEVNULL, capture_output=True, env={**os.environ, **(env or {})})
        if code is not None:
            self.assertEqual(result.returncode, code, result.stdout + result.stderr)
        return result

    def check_json(self, *args, code=None, **more):
        result = self.heddle("check", "--json", "out.json", *args, code=code, **more)
        self.assertTrue((self.dir / "out.json").exists(), result.stdout + result.stderr)
        return json.loads((self.dir / "out.json").read_text())
