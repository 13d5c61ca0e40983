"""heddle.toml, options in a source's first comment, suppressions."""
import unittest

from tool import RACE, RACE_LINE, SAFE, ToolTest

# Two assertions that can fail: the first hides the second in some schedules, not in all.
TWO_BUGS = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
static void known(int seen) { assert(seen != 1); }
static void unknown(int seen) { assert(seen != 2); }
static void *writer(void *unused) {
  x = 1;
  x = 2;
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  int seen = x;
  known(seen);
  unknown(seen);
  pthread_join(t, 0);
}
"""
KNOWN = '[[suppress]]\nkind = "assertion"\nfunction = "known"\nreason = "ticket 12"\n'
UNKNOWN = '[[suppress]]\nfile = "two*.c"\nfunction = "unk*"\nreason = "nobody reads two"\n'

# The finding is in push_back, which is one function for all its callers if it is not inlined.
IN_LIBRARY = """#include <atomic>
#include <thread>
#include <vector>
std::atomic<bool> done;
static void add(std::vector<int>& v) { v.push_back(1); }
int main() {
  std::vector<int>* v = new std::vector<int>{3, 1, 2};
  std::thread other([&] { if (done) add(*v); });
  delete v;
  done = true;
  other.join();
}
"""


class Configuration(ToolTest):
    def test_options_of_the_file(self):
        self.write("heddle.toml", '[check]\nengine = "dfs"\nmax_executions = 5\nquiet = true\ncompiler = ["-DUNUSED=1"]\n')
        self.write("safe.c", SAFE + "_Static_assert(UNUSED == 1, \"\");\n")
        report = self.check_json("safe.c", code=3)
        self.assertEqual((report["engine"], report["executions"]), ("dfs", 5))
        # What the user says wins; so does a file of the user's choice; none means none.
        self.assertEqual(self.check_json("safe.c", "--engine", "dpor", code=3)["engine"], "dpor")
        self.write("other.toml", '[check]\nengine = "random"\nmax-executions = 2\n')
        report = self.check_json("safe.c", "-DUNUSED=1", "--config", "other.toml", code=3)
        self.assertEqual((report["engine"], report["executions"]), ("random", 2))
        self.assertEqual(self.check_json("safe.c", "-DUNUSED=1", "--config=none", code=0)["engine"], "auto")

    def test_found_from_below(self):
        self.write("heddle.toml", '[check]\nengine = "dfs"\n')
        self.write("src/deep/safe.c", SAFE)
        self.dir = self.dir / "src" / "deep"
        self.assertEqual(self.check_json("safe.c", code=0)["engine"], "dfs")
        self.dir = self.dir.parent.parent

    def test_mistakes_are_named(self):
        self.write("safe.c", SAFE)
        for text, message in (("[check\n", "heddle.toml:1: "), ("[chek]\n", "heddle.toml:1: what is chek?"),
                              ("[check]\nengine = 1.5\n", "heddle.toml:2: engine must be"),
                              ('[check]\nengin = "dfs"\n', "options were also read from"),
                              ('[check]\nengine = "slow"\n', "there is no engine 'slow'"),
                              ('[[suppress]]\nkind = "deadlock"\n', "heddle.toml:1: a suppression without a reason"),
                              ('[[suppress]]\nkind = "deadlock"\nreason = " "\n', "a suppression without a reason"),
                              ('[[suppress]]\nreason = "all"\n', "a suppression of everything"),
                              ('[[suppress]]\nkind = "bug"\nreason = "x"\n', "there is no kind of finding 'bug'"),
                              ('[[suppress]]\nline = 4\nreason = "x"\n', "a suppression has no line")):
            self.write("heddle.toml", text)
            self.assertIn(message, self.heddle("check", "safe.c", code=2).stderr, text)
        self.assertIn("missing.toml", self.heddle("check", "safe.c", "--config", "missing.toml", code=2).stderr)

    def test_options_of_the_source(self):
        self.write("heddle.toml", '[check]\nengine = "random"\nmax_executions = 50\n')
        self.write("safe.c", "// A counter.\n//\n// heddle: --engine dfs -DMORE=2\n" + SAFE +
                   "_Static_assert(MORE == 2, \"\");\n// heddle: --engine pct\n")
        report = self.check_json("safe.c", code=3)
        self.assertEqual((report["engine"], report["executions"]), ("dfs", 50))
        self.assertEqual(self.check_json("safe.c", "--engine", "icb", code=3)["engine"], "icb")
        self.write("args.c", "/* Exits with its argument.\n * heddle: --exit-code -- 3 */\n#include <stdlib.h>\n"
                   "int main(int argc, char **argv) { return argc > 1 ? atoi(argv[1]) : 0; }\n")
        self.assertIn("exit code 3", self.heddle("check", "args.c", "--config", "none", code=1).stdout)
        self.heddle("check", "args.c", "--config", "none", "--", "0", code=0)


class Suppressions(ToolTest):
    def test_the_search_goes_on_behind_it(self):
        self.write("two.c", TWO_BUGS)
        first = self.check_json("two.c", code=1)["findings"]
        self.assertEqual(len(first), 1)
        self.write("heddle.toml", KNOWN)
        for executor in ("inline", "remote"):
            report = self.check_json("two.c", "--executor", executor, code=1)
            self.assertEqual([f["function"] for f in report["findings"]], ["unknown"])
            self.assertTrue(all(f["suppressed_because"] == "ticket 12" for f in report["suppressed"]))

    def test_everything_suppressed(self):
        self.write("two.c", TWO_BUGS)
        self.write("heddle.toml", KNOWN + UNKNOWN)
        for executor in ("inline", "remote"):
            result = self.heddle("check", "two.c", "--quiet", "--json", "out.json", "--executor", executor, code=0)
            self.assertIn("heddle: suppressed: assertion two.c:5 in known, because: ticket 12", result.stdout)
            self.assertIn("heddle: suppressed: assertion two.c:6 in unknown, because: nobody reads two", result.stdout)
            self.assertIn("2 suppressed", result.stdout)
            self.assertFalse(list(self.dir.glob("*.heddle")))
        self.assertEqual(len(self.check_json("two.c", code=0)["suppressed"]), 2)

    def test_what_does_not_fit_is_reported(self):
        self.write("race.c", RACE)
        for text in ('kind = "deadlock"', 'file = "other.c"', 'function = "mai"', 'kind = "assertion"\nfile = "other/*"'):
            self.write("heddle.toml", f'[[suppress]]\n{text}\nreason = "x"\n')
            report = self.check_json("race.c", code=1)
            self.assertEqual((report["findings"][0]["line"], report["suppressed"]), (RACE_LINE, []), text)
        self.write("heddle.toml", '[[suppress]]\nkind = "assertion"\nfile = "race.c"\nfunction = "main"\nreason = "x"\n')
        self.heddle("check", "--race=ignore", "race.c", code=0)

    def test_in_a_library_nothing_is_promised(self):
        self.write("vector.cpp", IN_LIBRARY)
        self.assertEqual(self.check_json("vector.cpp", "-std=c++20", "-fno-inline", code=1)["findings"][0]["kind"], "use-after-free")
        self.write("heddle.toml", '[[suppress]]\nkind = "use-after-free"\nfunction = "*add*"\nreason = "x"\n')
        report = self.check_json("vector.cpp", "-std=c++20", "-fno-inline", code=3)
        self.assertIn("a suppressed finding lies in a library", report["reason"])


if __name__ == "__main__":
    unittest.main()
