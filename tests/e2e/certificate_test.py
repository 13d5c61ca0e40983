"""heddle check --certificate and heddle verify-certificate."""
import re
import subprocess
import unittest

from tool import HEDDLE, RACE, ROOT, SAFE, ToolTest


def checksum(text):
    h = 0xcbf29ce484222325
    for byte in text.encode():
        h = (h ^ byte) * 0x100000001b3 & 0xffffffffffffffff
    return text + f"checksum 0x{h:016x}\n"


# Who comes second sees what the first has written.
READERS = """#include <pthread.h>
#include <stdatomic.h>
atomic_int n, seen;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *unused) {
  pthread_mutex_lock(&m);
  if (n == 1) seen = 1;
  n = n + 1;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  return seen ? 0 : 1;
}
"""


# A thread waits with a deadline, once.
TIMED = """#include <assert.h>
#include <pthread.h>
#include <time.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int ready;
static void *get_ready(void *unused) {
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t;
  struct timespec soon = {1700000001, 0};
  pthread_create(&t, 0, get_ready, 0);
  pthread_mutex_lock(&m);
  if (!ready) pthread_cond_timedwait(&c, &m, &soon);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(ready == 1);
}
"""


# Blocks that overlap what is accessed in pieces: one copies, one fills, one changes a byte.
BLOCKS = """#include <assert.h>
#include <pthread.h>
#include <string.h>
char text[24] = "abcdefghijklmnopqrstuvw";
int copied;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *fill(void *unused) {
  pthread_mutex_lock(&m);
  memset(text + 4, 'x', 15);
  pthread_mutex_unlock(&m);
  return 0;
}
static void *change(void *unused) {
  pthread_mutex_lock(&m);
  text[9] = 'y';
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[2];
  char mine[24];
  pthread_create(&t[0], 0, fill, 0);
  pthread_create(&t[1], 0, change, 0);
  pthread_mutex_lock(&m);
  memcpy(mine, text, 24);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(strlen(mine) == 23 && (mine[9] == 'x' || mine[9] == 'y' || mine[9] == 'j'));
  return text[9];
}
"""


# Who doubles what came in never sees an odd number, nor 21 of it.
DOUBLED = """#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *unused) {
  int n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n < 100000);
  pthread_mutex_lock(&m);
  x += 2 * n;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, add, 0);
  pthread_mutex_lock(&m);
  assert(x >= 0 && x != 21);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  return x < 400000 ? 0 : 1;
}
"""


ARGUMENT = """#include <assert.h>
#include <pthread.h>
#include <string.h>
int is_set;
static void *look(void *unused) {
  is_set++;
  return 0;
}
int main(int argc, char **argv) {
  pthread_t t;
  if (argc < 2 || strcmp(argv[1], "ab") != 0) return 0;
  pthread_create(&t, 0, look, 0);
  pthread_join(t, 0);
  assert(is_set == (argv[1][0] == 'a'));
  return 0;
}
"""


RING = """#include <pthread.h>
#include <stdatomic.h>
atomic_int x[12];
static void *add(void *p) {
  for (int k = 0; k < 8; k++) {
    x[(long)p]++;
    x[((long)p + 1) % 12]++;
  }
  return 0;
}
int main(void) {
  pthread_t t[12];
  for (long i = 0; i < 12; i++) pthread_create(&t[i], 0, add, (void *)i);
  for (int i = 0; i < 12; i++) pthread_join(t[i], 0);
}
"""


def without_claims(text):
    """The lines without the last one, and without those that say which threads are alike: they are not any more once one is changed."""
    return re.sub(r"^alike .*\n", "", text[:text.rindex("checksum")], flags=re.M)


class Certificates(ToolTest):
    def certificate(self, source=READERS, *options):
        self.write("program.c", source)
        self.heddle("check", "--engine", "mcr", "--certificate", "out.cert", *options, "program.c", code=0)
        return (self.dir / "out.cert").read_text()

    def verify(self, text, code, *options):
        self.write("changed.cert", text)
        return self.heddle("verify-certificate", "changed.cert", *options, code=code).stdout

    def test_written_and_confirmed(self):
        for options in ([], ["--executor", "remote"]):
            text = self.certificate(READERS, *options)
            self.assertTrue(text.startswith("heddle-certificate 7\n"))
            self.assertRegex(text, r"\nbuild-id [0-9a-f]{8,}\n")
            self.assertRegex(text, r"\ncommand heddle check --engine mcr program\.c\n")
            out = self.verify(text, 0)
            self.assertIn("program: program", out)
            self.assertRegex(out, r"heddle: confirmed: nothing outside can be reached, and there are no data races; \d+ states")
            self.assertEqual(len(self.verify(text, 0, "--quiet").splitlines()), 1)

    def test_several_programs(self):
        self.verify(self.certificate(SAFE), 0)

    def test_with_inputs(self):
        for race, says in (((), ", and there are no data races"), (("--race", "ignore"), "")):
            text = self.certificate(DOUBLED, *race)
            self.assertIn("\nsolver z3\n", text)
            self.assertRegex(text, r"\nnode \d+ input length 0x20 fills 0x1 ")
            out = self.verify(text, 0, "program.c", "--runs", "30")
            self.assertRegex(out, f"confirmed: nothing outside can be reached, with any input{says}; .*; 30 runs of")
            self.assertRegex(out, r"taken on trust: \d+ answers? of (cvc5|Z3) that no input leads there")
            self.assertRegex(self.verify(text, 0, "--solver", "z3"), r"answers? of Z3 .* there, which the check asked too")
        body = without_claims(text)
        missed = 0
        for edge in re.findall(r"^edge \d+ \d+ told 0x1$", body, re.M):  # as if no run had shown it
            self.write("changed.cert", checksum(body.replace(edge, edge.replace("told 0x1", "told 0x77"))))
            result = subprocess.run([HEDDLE, "verify-certificate", "changed.cert"], cwd=self.dir, text=True, capture_output=True)
            missed += result.returncode == 1 and "no run has shown what it does with another input" in result.stdout
            self.assertNotIn("schedule:", result.stdout)
        self.assertGreaterEqual(missed, 2)  # the two threads' assumptions; other answers are not possible

    def test_with_inputs_of_arguments(self):
        self.write("program.c", ARGUMENT)
        self.heddle("check", "--engine", "mcr", "--certificate", "out.cert", "program.c", "--input", "args:2", code=0)
        out = self.heddle("verify-certificate", "out.cert", "--runs", "20", "program.c", code=0).stdout
        self.assertIn("confirmed: nothing outside can be reached, with any input", out)

    def test_missing_answers_are_noticed(self):
        for asks in ("values", "questions"):
            with self.subTest(asks):
                self.answers_are_missed(without_claims(self.certificate(READERS, "--asks", asks)))

    def answers_are_missed(self, body):
        edges = re.findall(r"^edge (\d+) (\d+) told 0x1$", body, re.M)
        self.assertTrue(edges)
        for node, to in edges:
            # Nobody knows any more what comes after the answer 1: as if no run had shown it.
            told = f"edge {node} {to} told 0x1\n"
            out = self.verify(checksum(body.replace(told, told.replace("0x1", "0x77"))), 1)
            self.assertIn("no run has shown the answer 1", out)
            self.assertRegex(out, r"schedule: \d")

    def test_a_changed_value_is_noticed(self):
        body = without_claims(self.certificate(READERS, "--asks", "values"))
        changed, count = re.subn(r"^(node \d+ write .* value )0x1\b", r"\g<1>0x55", body, flags=re.M)
        self.assertGreater(count, 0)
        self.assertIn("no run has shown the answer 85", self.verify(checksum(changed), 1))

    def test_values_are_followed(self):
        text = self.certificate()
        for part in ("\nfollows all\n", "\nterm 1 register width 32 value 0x1\n", " fills 0x1", " ask term 0x", "\nalike 1 2\nalike 1 3\n"):
            self.assertIn(part, text)
        self.assertIn("300 runs of the program did nothing else", self.verify(text, 0, "program.c"))
        body = text[:text.rindex("checksum")]
        # n = n + 1 becomes n = n + 2: main is not told, but each run of the program writes something else.
        one = re.search(r"^term (\d+) constant width 32 value 0x1$", body, re.M)
        added = re.search(rf"^term \d+ add width 32 a 0x[0-9a-f]+ b {int(one[1]):#x}$", body, re.M)
        other = body.replace(added[0], added[0].replace(" add ", " sub "))
        self.assertIn("it has another term there", self.verify(checksum(other), 1, "program.c"))
        # Registers are filled in order, and only those that are filled have names.
        self.assertIn("not the next register", self.verify(checksum(re.sub(r"fills 0x1\b", "fills 0x2", body, count=1)), 1))
        self.assertIn("register that is not filled", self.verify(checksum(body.replace("register width 32 value 0x1\n", "register width 32 value 0x7\n")), 1))
        self.assertIn("widths of its operands", self.verify(checksum(body.replace(added[0], added[0].replace("width 32", "width 64"))), 1))

    def test_threads_that_are_alike(self):
        twelve = (ROOT / "tests/programs/pass/asks/twelve_alike.c").read_text()
        text = self.certificate(twelve)
        self.assertEqual(text.count("\nalike "), 11)
        self.assertIn("heddle: confirmed", self.verify(text, 0, "--memory-limit", "40M"))
        self.assertIn("too large", self.verify(checksum(without_claims(text)), 3, "--memory-limit", "40M"))
        # Not if one is joined before the others, though all of them do the same.
        text = self.certificate(twelve.replace("enum { kThreads = 12 };", "enum { kThreads = 3 };")
                                .replace("for (int i = 0; i < kThreads; i++) pthread_join(t[i], 0);",
                                         "pthread_join(t[0], 0); assert(x >= 1); pthread_join(t[1], 0); pthread_join(t[2], 0);"))
        self.assertNotIn("\nalike ", text)
        body = text[:text.rindex("checksum")].replace("\nterm 1 ", "\n{}term 1 ", 1)
        states = lambda out: int(re.search(r"(\d+) states", out)[1])
        self.assertLess(states(self.verify(checksum(body.format("alike 2 3\n")), 0)), states(self.verify(text, 0)))
        for claim in ("alike 1 2\n", "alike 1 2\nalike 1 3\n"):
            self.assertIn("thread 1 is not like others: it is joined without the others", self.verify(checksum(body.format(claim)), 1))

    def test_loops_that_wait(self):
        text = self.certificate("""#include <pthread.h>
#include <stdatomic.h>
atomic_int ready, x;
static void *set(void *unused) { x = 3; ready = x + 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  while (ready < 4) {}
  pthread_join(t, 0);
  return x - 3;
}
""")
        self.assertRegex(text, r"\nuntil \d+ read at 0x\w+ length 0x4 register 0x")
        self.assertIn("300 runs of the program did nothing else", self.verify(text, 0, "program.c"))
        body = text[:text.rindex("checksum")]
        slept = re.search(r"^until .*$", body, re.M)[0]
        self.assertIn("it is not known what it waits for", self.verify(checksum(body.replace(slept, slept + " value 0x1")), 1))

    def test_locks_that_are_tried(self):
        text = self.certificate((ROOT / "tests/programs/pass/pthread/trylock.c").read_text())
        self.assertRegex(text, r"\ncontested 0x")
        self.assertIn("300 runs of the program did nothing else", self.verify(text, 0, "program.c"))

    def test_other_versions_are_refused(self):
        body = self.certificate().replace("heddle-certificate 7", "heddle-certificate 6")
        self.assertIn("another version than 7", self.verify(checksum(body[:body.rindex("checksum")]), 1))

    def test_an_unlock_that_does_nothing_is_a_deadlock(self):
        body = without_claims(self.certificate())
        changed = re.sub(r"^node (\d+) unlock .*\nedge \1 (\d+)\n", r"node \1 yield\nthen \1 \2\n", body, flags=re.M)
        self.assertNotEqual(changed, body)
        self.assertIn("nobody can go on", self.verify(checksum(changed), 1))

    def test_blocks(self):
        text = self.certificate(BLOCKS)
        self.assertIn("heddle: confirmed", self.verify(text, 0))
        body = text[:text.rindex("checksum")]
        # The copy comes before the others, after one of them, or after both: none of its contents may be missing.
        copy = re.search(r"^node (\d+) read .* length 0x18\b", body, re.M)[1]
        edges = re.findall(rf"^edge {copy} \d+ told .*\n", body, re.M)
        self.assertEqual(len(edges), 4)
        for edge in edges:
            out = self.verify(checksum(body.replace(edge, re.sub("told .*", "told 0x77", edge))), 1)
            self.assertIn("no run has shown the answer", out)
        # Nor may a byte of what is written be another.
        self.assertEqual(len(re.findall(r" bytes (78){15}", body)), 1)
        out = self.verify(checksum(body.replace(" bytes " + 15 * "78", " bytes " + 14 * "78" + "79")), 1)
        self.assertIn("no run has shown the answer", out)

    def test_damage_is_noticed(self):
        text = self.certificate()
        self.assertIn("checksum", self.verify(text.replace("lock", "rock", 1), 1))
        self.assertIn("checksum", self.verify(text[:-30], 1))
        self.assertIn("no certificate", self.verify("something else\n", 1))
        self.heddle("verify-certificate", "missing.cert", code=2)
        self.heddle("verify-certificate", code=2)

    def test_the_program_is_run(self):
        text = self.certificate()
        self.assertIn("the program was not run: only the certificate itself was checked", self.verify(text, 0))
        self.assertIn("300 runs of the program did nothing else", self.verify(text, 0, "program.c"))
        subprocess.run([HEDDLE.parent / "heddle-cc", "-O0", "-pthread", "program.c", "-o", "program"], cwd=self.dir, check=True)
        self.assertIn("made for another program", self.verify(text, 1, "program"))  # built with other options
        self.heddle("check", "--certificate", "out.cert", "program", code=0)
        self.assertIn("20 runs of the program", self.heddle("verify-certificate", "out.cert", "program", "--runs", "20", code=0).stdout)
        self.heddle("verify-certificate", "out.cert", "missing.c", code=2)

    def test_another_program_is_noticed(self):
        text = self.certificate()
        for change in (("n == 1", "n == 2"), ("n = n + 1", "n = n + 2"), ("if (n == 1) seen = 1;", ""), ("t[3]", "t[4]")):
            self.write("other.c", READERS.replace(*change).replace("i < 3", "i < 4" if "t[4]" in change else "i < 3"))
            out = self.verify(text, 1, "other.c")
            self.assertIn("made for another program", out, change)
            self.assertIn("an event is not in the certificate: thread main", out, change)

    def test_what_was_left_out_is_noticed(self):
        # A thread reads what another may have written before; the certificate says that it never has.
        text = self.certificate("""#include <pthread.h>
#include <stdatomic.h>
atomic_int n, seen;
static void *set(void *unused) { n = 1; return 0; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, set, 0);
  if (n) seen = 1;
  pthread_join(t, 0);
  return 0;
}
""")
        body = text[:text.rindex("checksum")]
        write = re.search(r"^node \d+ (write .*value 0x1)\b.*$", body, re.M)
        never = body.replace(write[0], write[0].replace(write[1], "yield"))
        out = self.verify(checksum(never), 1, "program.c")
        self.assertRegex(out, r"run \d+ of the program: an event is not in the certificate: thread main\.0, event 1: write at 0x")
        self.assertIn("program.c:4", out)
        # Consistent with itself, and about a program that does less: main alone.
        alone = re.search(r"^place .*\n", body, re.M)[0]
        about = body[:body.index("place")] + alone + "thread 0 root 1\nnode 1 yield\nthen 1 2\nnode 2 end-process\n"
        self.assertIn("heddle: confirmed", self.verify(checksum(about), 0))
        self.assertIn("thread main, event 1: create 1: it has yield there", self.verify(checksum(about), 1, "program.c"))

    def test_a_failing_program_is_noticed(self):
        text = self.certificate(READERS)
        self.write("program.c", READERS.replace("return seen ? 0 : 1;", "__builtin_trap();"))
        self.assertIn("not confirmed", self.verify(text, 1, "program.c"))

    def test_nothing_is_certified_about_nothing(self):
        self.write("program.c", "int main(void) { return 0; }\n")
        out = self.heddle("check", "--certificate", "out.cert", "program.c", code=0)
        self.assertIn("no certificate was written to out.cert: it is about nothing", out.stdout + out.stderr)
        for lines, why in (("node 1 end-process\n", "main has no events"), ("node 1 yield\n", "no run has shown what comes after"),
                           ("node 1 yield\nthen 1 2\nnode 2 stopped\n", "no interleaving comes to an end")):
            self.assertIn(why, self.verify(checksum("heddle-certificate 7\nthread 0 root 1\n" + lines), 1))

    def test_limits(self):
        # Twelve threads in a ring: the engine needs one execution, but their product is huge.
        text = self.certificate(RING)
        self.assertIn("heddle: inconclusive: too large", self.verify(text, 3, "--time-limit", "500ms"))
        self.assertIn("heddle: inconclusive: too large", self.verify(text, 3, "--memory-limit", "1M"))

    def test_threads_that_hardly_meet(self):
        text = self.certificate((ROOT / "tests/programs/corpus/filesystem16.c").read_text())
        self.assertIn("heddle: confirmed", self.verify(text, 0, "--memory-limit", "100M"))

    def test_races(self):
        self.write("safe.c", RACE.replace("balance == 20", "balance <= 20"))
        # The engine was told not to look for races, so it does not say that there are none.
        self.heddle("check", "--race=ignore", "--certificate", "out.cert", "safe.c", code=0)
        text = (self.dir / "out.cert").read_text()
        self.assertNotIn("data races", self.verify(text, 0))
        body = text[:text.rindex("checksum")]
        claims = checksum(body.replace("\ncell", "\nrace-free\ncell", 1))
        self.assertIn("a data race: thread 1", self.verify(claims, 1))

    def test_none_without_a_proof(self):
        self.write("race.c", RACE)
        out = self.heddle("check", "--engine", "mcr", "--certificate", "out.cert", "race.c", code=1)
        self.assertIn("no certificate was written to out.cert: the program is not verified", out.stdout + out.stderr)
        self.assertFalse((self.dir / "out.cert").exists())
        # A thread that polls: when it gives up once more follows from what it read in the loop.
        self.write("polls.c", TIMED.replace("if (!ready)", "while (!ready)"))
        out = self.heddle("check", "--engine", "mcr", "--certificate", "out.cert", "polls.c", code=0)
        self.assertIn("which certificates do not cover", out.stdout + out.stderr)
        self.assertFalse((self.dir / "out.cert").exists())

    def test_deadlines(self):
        text = self.certificate(TIMED)
        self.assertIn("300 runs of the program did nothing else", self.verify(text, 0, "program.c"))
        body = text[:text.rindex("checksum")]
        wait = re.search(r"^node (\d+) leave-condition .*$", body, re.M)[1]
        edges = re.findall(rf"^edge {wait} \d+.*\n", body, re.M)
        self.assertEqual(len(edges), 2)  # it gives up, or is woken
        for edge in edges:
            other = re.sub(r"( told \S+)?\n", " told 0x77\n", edge)
            self.assertIn("no run has shown the answer", self.verify(checksum(without_claims(text).replace(edge, other)), 1))

    def test_wrong_use(self):
        self.write("safe.c", SAFE)
        out = self.heddle("check", "--engine", "dpor", "--certificate", "out.cert", "safe.c", code=2)
        self.assertIn("writes no certificates", out.stderr)

    def test_several_workers_share_one_pool(self):
        self.write("safe.c", SAFE)
        for asks in ("questions", "values"):
            self.heddle("check", "--engine", "mcr", "--asks", asks, "-j3", "--certificate", "out.cert", "safe.c", code=0)
            self.verify((self.dir / "out.cert").read_text(), 0, "safe.c")


if __name__ == "__main__":
    unittest.main()
