"""--engine explicit on real programs: it finds what dfs finds; states in which a part is left out are noticed; what cannot be compared is said."""
import json
import os
import pathlib
import subprocess
import unittest

from predicate_test import HEAD, random_program
from tool import HEDDLE, ToolTest

# Programs that fail, each in a state that differs in one part only from one that was met before. The numbers are those of `Part` in
# src/runtime/program_state.cpp.
TWO = """
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
"""
PARTS = {
    1: "static atomic_int x;\nstatic void *first(void *p) { x = 1; return p; }\nstatic void *second(void *p) { x = 2; return p; }\n",
    2: "static atomic_int *x;\nstatic void *first(void *p) { *x = 1; return p; }\nstatic void *second(void *p) { *x = 2; return p; }\n",
    3: "static atomic_int x, y;\n"
       "static void *first(void *p) { int seen = x; y = 0; assert(seen == 0); return p; }\n"
       "static void *second(void *p) { x = 1; x = 0; y = 2; return p; }\n",
    4: "static atomic_int x, y;\nstatic void *first(void *p) { int seen = x; y = 0; assert(seen == 0); return p; }\n"
       "static void *second(void *p) { x = 1; x = 0; y = 2; return p; }\n",
    5: "static atomic_int x, y;\nstatic void *first(void *p) { y = x; assert(y != 1); return p; }\n"
       "static void *second(void *p) { x = 1; x = 0; y = 2; return p; }\n",
    6: "static atomic_int x, y;\nstatic _Thread_local volatile int seen;\nstatic void *first(void *p) { seen = x; y = 0; assert(seen == 0); return p; }\n"
       "static void *second(void *p) { x = 1; x = 0; y = 2; return p; }\n",
}


class StatesTest(ToolTest):
    def check(self, source, engine, *options, env=None):
        done = subprocess.run([HEDDLE, "check", source, "--engine", engine, "--no-shorten", "--json", "out.json", *options],
                              capture_output=True, text=True, timeout=120, cwd=self.dir, env=os.environ | (env or {}))
        self.assertIn(done.returncode, (0, 1, 3), done.stdout + done.stderr)
        return json.loads(pathlib.Path(self.dir, "out.json").read_text()), done.stdout

    def write(self, text, name="program.c"):
        source = pathlib.Path(self.dir, name)
        source.write_text(text)
        return source

    def test_finds_what_dfs_finds(self):
        judged = bugs = 0
        for seed in range(45):
            source = self.write(random_program(seed))
            options = ("--keep-going", "--race=ignore")
            truth, _ = self.check(source, "dfs", *options, "--max-executions", "20000")
            if truth["reason"]:
                if "executions" in truth["reason"]:
                    continue
            answer, text = self.check(source, "explicit", *options)
            found = [{(f["kind"], f["line"]) for f in a["findings"]} for a in (truth, answer)]
            self.assertEqual(*found, f"seed {seed}\n{text}")
            self.assertEqual(truth["verdict"], answer["verdict"], f"seed {seed}\n{text}")
            judged += 1
            bugs += bool(found[0])
        self.assertGreater(judged, 10)
        self.assertGreater(bugs, 3)

    def test_parts_of_the_state(self):
        for part, text in PARTS.items():
            end = {1: "  assert(x == 2);\n}", 2: "  assert(*x == 2);\n}"}.get(part, "}")
            main = TWO.replace("}", end).replace("pthread_t a, b;", "pthread_t a, b;\n  x = calloc(1, 4);" if part == 2 else "pthread_t a, b;")
            source = self.write(HEAD + text + main)
            options = ("--race=ignore", "--keep-going", "-O0" if part == 3 else "-O1")  # in the stack, in a register
            whole, said = self.check(source, "explicit", *options)
            self.assertEqual([f["kind"] for f in whole["findings"]], ["assertion"], f"part {part}\n{said}")
            less, said = self.check(source, "explicit", *options, env={"HEDDLE_STATE_WITHOUT": str(part)})
            self.assertNotEqual(less["verdict"], "verified")
            states = [int(answer["remark"].split()[0]) for answer in (less, whole)]
            self.assertTrue(not less["findings"] or states[0] < states[1], f"part {part}, {states}\n{said}")

    # States are known by their hashes: here they are kept and compared whole, and taken for each other where few bits of the hashes are left.
    def test_one_hash_is_one_state(self):
        folder = pathlib.Path(__file__).parent.parent / "programs" / "pass" / "endless"
        for name in ("peterson.c", "dekker.c", "szymanski.c", "ticket_lock.c", "bounded_buffer.cpp", "allocates.cpp"):
            answers = [self.check(folder / name, "explicit", env=env)[0] for env in ({}, {"HEDDLE_STATE_WHOLE": "128"})]
            self.assertEqual(*((a["verdict"], a["remark"]) for a in answers), name)
            self.assertEqual(answers[1]["verdict"], "verified", name)
        for seed in range(20):
            source = self.write(random_program(seed))
            answer, text = self.check(source, "explicit", "--keep-going", "--race=ignore", env={"HEDDLE_STATE_WHOLE": "128"})
            self.assertNotIn("same hash", text)
        done = subprocess.run([HEDDLE, "check", folder / "peterson.c", "--engine", "explicit"], capture_output=True, text=True, cwd=self.dir,
                              env=os.environ | {"HEDDLE_STATE_WHOLE": "12"})
        self.assertIn("two different states have the same hash", done.stdout + done.stderr)
        self.assertNotEqual(done.returncode, 0)

    def test_never_ends(self):
        source = self.write(HEAD + "static atomic_int x;\nint main(void) { while (1) { x = 1; x = 0; } }\n")
        answer, text = self.check(source, "explicit")
        self.assertEqual(answer["verdict"], "verified")
        self.assertIn("the program never ends", text)

    def test_files_are_not_compared(self):
        source = self.write("#include <stdio.h>\n#include <unistd.h>\nint main(void) { FILE *f = tmpfile(); fputs(\"a\", f); fclose(f); }\n")
        answer, _ = self.check(source, "explicit")
        self.assertEqual(answer["verdict"], "inconclusive")

    def test_printing_is_no_state(self):
        source = self.write(HEAD + "#include <stdio.h>\nstatic atomic_int x;\nint main(void) { while (1) { x = 1; puts(\"round\"); x = 0; } }\n")
        answer, _ = self.check(source, "explicit")
        self.assertEqual(answer["verdict"], "verified")

    def test_built_without_states_is_refused(self):
        source = self.write(HEAD + "int main(void) { return 0; }\n")
        program = pathlib.Path(self.dir, "program")
        compiler = pathlib.Path(HEDDLE).parent / "heddle-cc"
        subprocess.run([compiler, source, "-o", program, "-pthread"], check=True)
        done = subprocess.run([HEDDLE, "check", program, "--engine", "explicit"], capture_output=True, text=True, cwd=self.dir)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("HEDDLE_STATES=1", done.stdout + done.stderr)
        subprocess.run([compiler, source, "-o", program, "-pthread"], check=True, env=os.environ | {"HEDDLE_STATES": "1"})
        self.assertEqual(self.check(program, "explicit")[0]["verdict"], "verified")


if __name__ == "__main__":
    unittest.main()
