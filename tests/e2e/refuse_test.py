"""What must be refused, clearly: a message for people, the right exit code, and never a false "verified"."""
import time
import unittest

from tool import ToolTest

THREADED = """#include <pthread.h>
{includes}
int shared;
static void *work(void *unused) {{
  {body}
  shared++;
  return 0;
}}
int main(void) {{
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}}
"""


class Refuse(ToolTest):
    def threaded(self, body, *includes):
        lines = "\n".join(f"#include <{name}>" for name in includes)
        return self.write("p.c", THREADED.format(includes=lines, body=body))

    def test_no_such_file(self):
        self.assertIn("no such file: none.c", self.heddle("check", "none.c", code=2).stderr)

    def test_does_not_compile(self):
        self.write("bad.c", "int main(void) { return x; }\n")
        errors = self.heddle("check", "bad.c", code=2).stderr
        self.assertIn("bad.c:1:25: error: use of undeclared identifier 'x'", errors)

    def test_no_main(self):
        self.write("lib.c", "int f(void) { return 1; }\n")
        self.assertIn("no main", self.heddle("check", "lib.c", code=2).stderr)

    def test_not_a_source(self):
        self.write("notes.txt", "hello\n")
        self.heddle("check", "notes.txt", code=2)
        self.heddle("check", ".", code=2)

    def test_executable_built_without_heddle(self):
        self.assertIn("heddle-c++", self.heddle("check", "/bin/true", code=2).stderr)

    def test_fork_and_exec(self):
        self.threaded("if (fork() == 0) _exit(0);", "unistd.h")
        self.inconclusive("fork")
        self.threaded('char *argv[] = {0}; execv("/bin/true", argv);', "unistd.h")
        self.inconclusive("exec")

    def test_sockets(self):
        self.threaded("int s = socket(AF_INET, SOCK_STREAM, 0); struct sockaddr a = {0}; connect(s, &a, sizeof a);", "sys/socket.h")
        self.inconclusive("")

    def test_assembly_that_touches_memory(self):
        self.threaded('__asm__ volatile("incl %0" : "+m"(shared));')
        self.inconclusive("assembly")

    def test_a_run_that_never_ends(self):
        self.threaded("for (;;) shared++;")
        self.inconclusive("", "--max-steps", "2000", "--race=ignore")

    def test_a_run_that_computes_for_ever(self):
        self.threaded("volatile int x = 0; for (;;) x++;")
        started = time.monotonic()
        report = self.check_json("p.c", code=3)
        self.assertIn("never ends", report["reason"])
        self.assertLess(time.monotonic() - started, 45)

    def test_stack_overflow(self):
        self.write("p.c", "#include <pthread.h>\nint depth(volatile char *above) { volatile char pad[4096]; pad[0] = above[0]; return depth(pad) + pad[1]; }\n"
                          "static void *work(void *u) { return (void *)(long)depth((volatile char *)&u); }\n"
                          "int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); }\n")
        report = self.check_json("-Wno-infinite-recursion", "p.c", code=1)
        self.assertEqual(report["findings"][0]["kind"], "crash")
        self.assertIn("stack", report["findings"][0]["message"])

    def test_prints_without_end(self):
        self.threaded('for (int i = 0; i < 100000; i++) puts("again and again");', "stdio.h")
        self.heddle("check", "--race=ignore", "p.c", code=0)

    def test_exhausts_memory(self):
        self.threaded("for (;;) { char *p = malloc(1 << 20); if (!p) break; for (int i = 0; i < 1 << 20; i += 4096) p[i] = 1; }", "stdlib.h")
        report = self.check_json("--memory-limit", "600M", "p.c")
        self.assertNotEqual(report["verdict"], "verified", report)

    def test_closes_all_descriptors(self):
        self.threaded("for (int i = 0; i < 1000; i++) close(i);", "unistd.h")
        self.heddle("check", "--race=ignore", "p.c", code=0)

    def test_leaves_past_all_controlled_calls(self):
        self.threaded('__asm__ volatile("syscall" : : "a"(231L), "D"(3L) : "rcx", "r11");')
        report = self.check_json("p.c", code=3)
        self.assertNotEqual(report["reason"], "")

    def test_exits_in_a_thread(self):
        self.threaded("exit(0);", "stdlib.h")
        self.heddle("check", "--race=ignore", "p.c", code=0)
        self.threaded("exit(3);", "stdlib.h")
        self.assertEqual(self.check_json("--exit-code", "p.c", code=1)["findings"][0]["kind"], "exit-code")

    def test_kills_itself(self):
        self.threaded("kill(getpid(), SIGKILL);", "signal.h", "unistd.h")
        report = self.check_json("p.c")
        self.assertNotEqual(report["verdict"], "verified", report)

    def test_wrong_use(self):
        self.write("p.c", "int main(void) { return 0; }\n")
        for args in ([], ["check"], ["frob"], ["check", "--engine", "x", "p.c"], ["check", "--time-limit", "x", "p.c"],
                     ["check", "-j", "0", "p.c"], ["check", "--json", "no/such/dir/x.json", "p.c"],
                     ["check", "--resume", "none", "p.c"], ["replay"]):
            errors = self.heddle(*args, code=2).stderr
            self.assertIn("heddle: error:", errors, args)
            self.assertGreaterEqual(len(errors.splitlines()), 2, errors)

    def inconclusive(self, word, *options):
        report = self.check_json(*options, "p.c", code=3)
        self.assertEqual(report["verdict"], "inconclusive")
        self.assertNotEqual(report["reason"], "")
        self.assertIn(word, report["reason"])


if __name__ == "__main__":
    unittest.main()
