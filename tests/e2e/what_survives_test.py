"""What a check leaves outside of the program: files are as before, and the verdict says what was fixed."""
import json
import unittest

from tool import ToolTest

FILES = """#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
static atomic_int n;
static void *add(void *unused) {
  for (int i = 0; i < 3; i++) n++;
  return 0;
}
int main(void) {
  char text[32] = "";
  struct stat s;
  FILE *f = fopen("counter", "r+");
  assert(f && fgets(text, sizeof text, f) && text[0] == '1');
  rewind(f);
  fputs("2", f);
  fclose(f);
  assert(stat("new", &s) != 0);
  close(open("new", O_CREAT | O_WRONLY, 0600));
  assert(unlink("old") == 0 && rename("counter", "new") == 0);
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return 0;
}
"""

CHANCE = """#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
int main(void) {
  unsigned n;
  getrandom(&n, sizeof n, 0);
  fprintf(stderr, "%u %ld\\n", n, (long)time(0));
  assert(n == 1);
}
"""


class Surroundings(ToolTest):
    def check_files(self, *options):
        self.write("files.c", FILES)
        self.write("counter", "1")
        self.write("old", "kept")
        result = self.heddle("check", "files.c", "--engine", "dfs", *options, code=0)
        self.assertIn("verified: no bug in 1680 executions", result.stdout)
        self.assertEqual((self.dir / "counter").read_text(), "1")
        self.assertEqual((self.dir / "old").read_text(), "kept")
        self.assertFalse((self.dir / "new").exists())

    def test_files_are_as_before(self):
        self.check_files()

    def test_workers_do_not_disturb_each_other(self):
        self.check_files("-j2")

    def test_verdict_names_what_was_fixed(self):
        self.write("chance.c", CHANCE)
        result = self.heddle("check", "chance.c", "--json", "report.json", code=1)
        self.assertIn("with the clock of 2023-11-14, random numbers of seed 1", result.stdout)
        self.assertEqual(json.loads((self.dir / "report.json").read_text())["fixed_inputs"], ["clock", "random"])
        shown = [self.heddle("replay", "chance.assertion.1.heddle").stdout.splitlines()[1] for _ in range(2)]
        self.assertEqual(shown[0], shown[1])

    def test_verdict_says_nothing_where_nothing_was_fixed(self):
        self.write("plain.c", "int main(void) { return 0; }")
        result = self.heddle("check", "plain.c", "--json", "report.json", code=0)
        self.assertNotIn("with", result.stdout)
        self.assertEqual(json.loads((self.dir / "report.json").read_text())["fixed_inputs"], [])


if __name__ == "__main__":
    unittest.main()
