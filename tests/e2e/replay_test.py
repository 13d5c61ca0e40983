"""heddle replay: the same failure in a new process, in gdb, and after a change."""
import json
import shutil
import unittest

from tool import RACE, RACE_LINE, ToolTest


class Replay(ToolTest):
    def found(self, source=RACE, name="race.c", kind="assertion", *options):
        self.write(name, source)
        self.heddle("check", *options, name, code=1)
        return f"{name.rsplit('.', 1)[0]}.{kind}.1.heddle"

    def test_fails_the_same_way(self):
        file = self.found()
        result = self.heddle("replay", file, code=1)
        self.assertIn(f"SUMMARY: heddle: assertion race.c:{RACE_LINE} in main", result.stdout)
        self.assertNotIn("changed", result.stdout)

    def test_from_elsewhere(self):
        file = self.found()
        (self.dir / "elsewhere").mkdir()
        shutil.move(self.dir / file, self.dir / "elsewhere" / file)
        self.heddle("replay", f"elsewhere/{file}", code=1)

    def test_shows_what_the_program_prints(self):
        file = self.found(RACE.replace("#include <assert.h>", "#include <assert.h>\n#include <stdio.h>")
                          .replace("  assert(", '  printf("balance %d\\n", balance);\n  assert('))
        self.assertIn("balance 10", self.heddle("replay", file, code=1).stdout)

    def test_json(self):
        file = self.found()
        report = json.loads(self.heddle("replay", "--json", "-", file, code=1).stdout)
        self.assertEqual(report["verdict"], "bug")
        self.assertEqual(report["findings"][0]["line"], RACE_LINE)

    def test_gdb_stops_at_the_failure(self):
        file = self.found()
        result = self.heddle("replay", "--gdb", file, "--", "-batch")
        self.assertIn("assert(balance == 20);", result.stdout)
        self.assertIn(f"race.c:{RACE_LINE}", result.stdout)

    def test_gdb_shows_every_thread_and_goes_back(self):
        self.write("locks.c", """#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *unused) {
  int mine = 42;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return mine ? 0 : unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
}
""")
        self.heddle("check", "locks.c", code=1)
        out = self.heddle("replay", "--gdb", "locks.deadlock.1.heddle", "--", "-batch", "-ex", "info threads",
                          "-ex", "heddle-thread main.0", "-ex", "info locals", "-ex", "heddle-back 1", "-ex", "heddle-steps").stdout
        self.assertRegex(out, r"0 +main +main \(\) at \S*locks.c:1[45]")
        self.assertRegex(out, r"1 +main.0 +other \(\) at \S*locks.c:6")
        self.assertIn("mine = 42", out)
        self.assertRegex(out, r"heddle: step 3: .* lock [ab]")
        self.assertRegex(out, r"\* +2 ")

    def test_gdb_stops_at_a_crash(self):
        file = self.found("#include <pthread.h>\nint *p;\nstatic void *use(void *unused) {\n  *p = 1;\n  return 0;\n}\n"
                          "int main(void) {\n  pthread_t t;\n  pthread_create(&t, 0, use, 0);\n  pthread_join(t, 0);\n}\n",
                          "null.c", "null-dereference")
        result = self.heddle("replay", "--gdb", file, "--", "-batch")
        self.assertIn("*p = 1;", result.stdout)

    def test_a_changed_program_is_noticed(self):
        file = self.found()
        self.write("race.c", "int unused_now;\n" + RACE)
        result = self.heddle("replay", file, code=1)
        self.assertIn("the program has changed since", result.stdout)

    def test_a_repaired_program_does_not_fail(self):
        file = self.found()
        self.write("race.c", RACE.replace("assert(balance == 20)", "assert(balance <= 20)"))
        result = self.heddle("replay", file, code=3)
        self.assertIn("did not show itself again", result.stdout)

    def test_wrong_files(self):
        self.write("bad.heddle", "{}")
        self.heddle("replay", "bad.heddle", code=2)
        self.heddle("replay", "none.heddle", code=2)
        file = self.found()
        content = json.loads((self.dir / file).read_text())
        content["schedule"] = "main.77"
        self.write(file, json.dumps(content))
        self.assertIn("damaged", self.heddle("replay", file, code=2).stderr)

    def test_source_that_is_gone(self):
        file = self.found()
        (self.dir / "race.c").unlink()
        self.assertIn("no such file", self.heddle("replay", file, code=2).stderr)


if __name__ == "__main__":
    unittest.main()
