"""Code that is not compiled with Heddle: object files and archives of other compilers, entries in heddle.toml, the table's page."""
import pathlib
import subprocess
import sys
import tempfile
import unittest

from tool import HEDDLE, ROOT, ToolTest

MAIN = """#include <cassert>
#include <thread>
int balance();
void deposit(int amount);
int main() {
  std::thread t([] { deposit(10); });
  deposit(20);
  t.join();
  assert(balance() == 30);
}
"""
BANK = """#include <atomic>
static std::atomic<int> money;
int balance() { return money; }
void deposit(int amount) {
  int old = money;
  money = old + amount;
}
"""
BUFFER = """#include <assert.h>
#include <pthread.h>
int sum(const unsigned char* bytes, long count);
static unsigned char data[4];
static void* fill(void* p) {
  data[0] = 1;
  return p;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, fill, 0);
  sum(data, sizeof data);
  pthread_join(t, 0);
  return 0;
}
"""
SUM = """int sum(const unsigned char* bytes, long count) {
  int n = 0;
  while (count-- > 0) n += bytes[count];
  return n;
}
"""
CALLBACKS = """#define _GNU_SOURCE
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
void over(void);
void done(void* p);
void handle(int number);
int compare(const void* a, const void* b);
int visit(const char* path, const struct stat* s, int kind);
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int pair[2] = {2, 1};
static void* run(void* p) {
  pthread_setspecific(key, &key);
  return p;
}
int main(void) {
  pthread_t t;
  if (WAY == 1) atexit(over);
  if (WAY == 2) at_quick_exit(over), quick_exit(0);
  if (WAY == 3) signal(SIGUSR1, handle), raise(SIGUSR1);
  if (WAY == 4) qsort(pair, 2, sizeof *pair, compare);
  if (WAY == 5) ftw("/dev/null", visit, 1);
  if (WAY == 6) pthread_once(&once, over);
  if (WAY == 7) pthread_key_create(&key, done), pthread_create(&t, 0, run, 0), pthread_join(t, 0);
  return 0;
}
"""
CALLED = """#include <sys/stat.h>
static int n;
void over(void) { ++n; }
void done(void* p) { ++n; }
void handle(int number) { ++n; }
int compare(const void* a, const void* b) { return *(const int*)a - *(const int*)b; }
int visit(const char* path, const struct stat* s, int kind) { return ++n; }
"""
CALLED_AS = ("an exit handler is over", "a handler of quick_exit is over", "a signal handler is handle", "what compares for qsort is compare",
             "what a library function is to call is visit", "what pthread_once calls is over", "the destructor of a key is done")
ENTRY = """[[outside]]
function = "sum"
effects = "{}"
reason = "looks at the buffer, keeps nothing"
"""


class Outside(ToolTest):
    def compile(self, name, text, compiler="g++"):
        self.write(name, text)
        source = pathlib.Path(name)
        subprocess.run([compiler, "-O1", "-c", source, "-o", source.with_suffix(".o")], check=True, cwd=self.dir)

    def test_object_of_another_compiler(self):
        self.write("main.cpp", MAIN)
        self.compile("bank.cpp", BANK)
        result = self.heddle("check", "main.cpp", "bank.o", code=3)
        self.assertIn("calls deposit(int) of bank.o (main.cpp:", result.stdout)
        subprocess.run(["ar", "rcs", "libbank.a", "bank.o"], check=True, cwd=self.dir)
        result = self.heddle("check", "main.cpp", "libbank.a", code=3)
        self.assertIn("of libbank.a(bank.o) (main.cpp:", result.stdout)
        subprocess.run([HEDDLE.parent / "heddle-c++", "main.cpp", "-L.", "-lbank", "-o", "app"], check=True, cwd=self.dir)
        result = self.heddle("check", "./app", code=3)
        self.assertIn("of libbank.a(bank.o) (main.cpp:", result.stdout)
        self.heddle("check", "main.cpp", "bank.cpp", code=1)

    def test_main_of_another_compiler(self):
        self.compile("main.cpp", MAIN)
        self.compile("bank.cpp", BANK)
        result = self.heddle("check", "main.o", "bank.o", code=3)
        self.assertIn("main function is not compiled with Heddle", result.stdout)

    def test_callbacks_of_another_compiler(self):
        self.write("main.c", CALLBACKS)
        self.compile("called.c", CALLED, "gcc")
        for way, text in enumerate(CALLED_AS, 1):
            result = self.heddle("check", f"-DWAY={way}", "main.c", "called.o", code=3)
            self.assertIn(text + " of called.o, which is not compiled with Heddle", result.stdout)
        self.heddle("check", "-DWAY=0", "main.c", "called.o", code=0)

    def test_entries_of_the_project(self):
        self.write("main.c", BUFFER)
        self.compile("sum.c", SUM, "gcc")
        result = self.heddle("check", "main.c", "sum.o", code=3)
        self.assertIn("calls sum of sum.o (main.c:12)", result.stdout)
        self.write("heddle.toml", ENTRY.format("reads 1[#2]"))
        result = self.heddle("check", "main.c", "sum.o", code=1)
        self.assertIn("SUMMARY: heddle: race", result.stdout)
        self.write("heddle.toml", ENTRY.format("nothing"))
        self.heddle("check", "main.c", "sum.o", code=0)

    def test_wrong_entries(self):
        self.write("main.c", BUFFER)
        for text, complaint in ((ENTRY.format("reeds 1[#2]"), "effects of sum: no such effect"),
                                (ENTRY.format("reads 1[#2]").replace("looks at the buffer, keeps nothing", " "), "without a reason"),
                                (ENTRY.format("nothing") + "colour = 'red'\n", "has no colour")):
            self.write("heddle.toml", text)
            result = self.heddle("check", "main.c", code=2)
            self.assertIn("heddle.toml:", result.stderr)
            self.assertIn(complaint, result.stderr)

    def test_page_is_that_of_the_table(self):
        with tempfile.TemporaryDirectory() as directory:
            made = pathlib.Path(directory) / "page.md"
            command = [sys.executable, ROOT / "src/outside/generate.py", ROOT / "src/outside/functions.txt", "page", made]
            subprocess.run(command, check=True)
            self.assertEqual(made.read_text(), (ROOT / "docs/library-functions.md").read_text(),
                             "python3 src/outside/generate.py src/outside/functions.txt page docs/library-functions.md")


if __name__ == "__main__":
    unittest.main()
