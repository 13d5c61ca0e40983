// gdb sees one thread, since the threads of the program are fibers of it, and its Python interface cannot add threads. But a fiber that
// does not run has saved its registers on its stack, so "heddle-thread main.1" puts these in place of the real ones, looks, and
// they are put back before the program goes on (the hooks at the end). "info threads" is replaced by a list of the program's threads.
//
// Steps are those of the report. The runtime calls __heddle_step for each event, so a breakpoint at a step is one there, with a
// condition. Going back is running again up to an earlier step, which is exact: the run is the same every time.
#include "cli/gdb_commands.h"

#include <nlohmann/json.hpp>

namespace heddle {
namespace {

constexpr const char* kSettings = R"gdb(set confirm off
set pagination off
set print thread-events off
set auto-load libthread-db off
set breakpoint pending on
handle SIGSEGV SIGBUS SIGFPE SIGILL SIGABRT SIGSYS nostop noprint pass
break __heddle_finding
)gdb";

constexpr const char* kCommands = R"gdb(
import struct, subprocess

REGISTERS = ("r15", "r14", "r13", "r12", "rbx", "rbp")
SYSTEM = ("/usr/include/", "/usr/lib/", "/include/c++/", "/lib/gcc/", "/include/heddle/check")


def heddle_is_user(frame):
    place = frame.find_sal()
    if place.symtab is None or any(part in place.symtab.fullname() for part in SYSTEM):
        return False
    return "libheddle_rt" not in (place.symtab.objfile.filename or "")


def heddle_user_frame():
    frame = gdb.newest_frame()
    while frame is not None and not heddle_is_user(frame):
        frame = frame.older()
    return frame


def heddle_words(first, count):
    at = int(gdb.parse_and_eval("(unsigned long)&__heddle_debug_words")) + 8 * first
    return struct.unpack("<%dQ" % count, gdb.selected_inferior().read_memory(at, 8 * count).tobytes())


class HeddleThreads:
    """The threads of the program: who they are, and their registers."""

    def __init__(self):
        self.real = None  # the registers of the thread that runs, while another one is looked at
        self.looked_at = None

    def all(self):
        found = []
        count, running, events, extra = heddle_words(0, 4)
        for i in range(count):
            status, sp = heddle_words(4 + 2 * i, 2)
            if status != 0:
                found.append((i, HEDDLE_NAMES[i] if i < len(HEDDLE_NAMES) else str(i), status, sp, extra))
        return found

    def running(self):
        return heddle_words(1, 1)[0]

    def home(self):
        if self.real is None:
            return
        gdb.newest_frame().select()
        for name, value in self.real.items():
            gdb.execute("set $%s = %d" % (name, value))
        self.real = self.looked_at = None

    def look_at(self, thread):
        self.home()
        i, name, status, sp, extra = thread
        if status == 2 or i == self.running():
            return status != 2
        gdb.newest_frame().select()
        self.real = {r: int(gdb.parse_and_eval("(unsigned long)$" + r)) for r in REGISTERS + ("rsp", "rip")}
        memory = gdb.selected_inferior().read_memory(sp + 8 * extra, 56).tobytes()
        *saved, back = struct.unpack("<7Q", memory)
        for register, value in zip(REGISTERS, saved):
            gdb.execute("set $%s = %d" % (register, value))
        gdb.execute("set $rsp = %d" % (sp + 8 * extra + 56))
        gdb.execute("set $rip = %d" % back)
        self.looked_at = i
        return True


heddle_threads = HeddleThreads()


def heddle_find(name):
    for thread in heddle_threads.all():
        if name in (thread[1], str(thread[0])):
            return thread
    raise gdb.GdbError("there is no thread %s; info threads lists them" % name)


def heddle_show():
    frame = heddle_user_frame()
    if frame is None:
        print("heddle: no frame of the program was found")
        return
    frame.select()
    gdb.execute("frame")


def heddle_step_number():
    """The number of the report's step that was performed last; 0 before the first."""
    events = heddle_words(2, 1)[0]
    return sum(1 for event, words in HEDDLE_STEPS if event < events)


class InfoThreads(gdb.Command):
    """The threads of the program under test. (gdb itself sees one: they are fibers of it.)"""

    def __init__(self):
        super().__init__("info threads", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        looked_at = heddle_threads.looked_at
        running = heddle_threads.running()
        current = running if looked_at is None else looked_at
        for thread in heddle_threads.all():
            if thread[2] == 2:
                where = "ended"
            else:
                heddle_threads.look_at(thread)
                frame = heddle_user_frame()
                place = frame.find_sal() if frame else None
                where = "%s () at %s:%d" % (frame.name(), place.symtab.filename, place.line) if frame else "not begun"
            heddle_threads.home()
            print("%s %-3d %-12s %s%s" % ("*" if thread[0] == current else " ", thread[0], thread[1], where,
                                          "  (runs)" if thread[0] == running else ""))
        if looked_at is not None:
            heddle_threads.look_at(heddle_find(str(looked_at)))


class HeddleThread(gdb.Command):
    """heddle-thread NAME [COMMAND]: look at another thread of the program; with a command, only for that one."""

    def __init__(self):
        super().__init__("heddle-thread", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        name, _, command = argument.strip().partition(" ")
        thread = heddle_find(name)
        if not heddle_threads.look_at(thread):
            print("heddle: %s has ended" % thread[1])
            return
        if command:
            gdb.execute(command)
            heddle_threads.home()
        else:
            heddle_show()


class HeddleApply(gdb.Command):
    """heddle-apply COMMAND: the command in each thread of the program, as thread apply all does."""

    def __init__(self):
        super().__init__("heddle-apply", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        for thread in heddle_threads.all():
            print("\nThread %d (%s)%s:" % (thread[0], thread[1], ", ended" if thread[2] == 2 else ""))
            if heddle_threads.look_at(thread):
                gdb.execute(argument or "bt")
            heddle_threads.home()


class HeddleHome(gdb.Command):
    """heddle-home: back to the thread that runs."""

    def __init__(self):
        super().__init__("heddle-home", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        heddle_threads.home()


class HeddleSteps(gdb.Command):
    """heddle-steps: the steps of the report, with their numbers."""

    def __init__(self):
        super().__init__("heddle-steps", gdb.COMMAND_STATUS)

    def invoke(self, argument, from_tty):
        now = heddle_step_number()
        for i, (event, words) in enumerate(HEDDLE_STEPS, 1):
            print("%s %4d  %s" % ("*" if i == now else " ", i, words))


def heddle_event_of(number):
    if not 1 <= number <= len(HEDDLE_STEPS):
        raise gdb.GdbError("there are steps 1 to %d; heddle-steps lists them" % len(HEDDLE_STEPS))
    return HEDDLE_STEPS[number - 1][0]


class HeddleBreak(gdb.Command):
    """heddle-break N: stop at step N of the report, when the program is run."""

    def __init__(self):
        super().__init__("heddle-break", gdb.COMMAND_BREAKPOINTS)

    def invoke(self, argument, from_tty):
        gdb.execute("break __heddle_step if $rdi == %d" % heddle_event_of(int(argument)), to_string=True)
        print("Breakpoint at step %s: %s" % (argument, HEDDLE_STEPS[int(argument) - 1][1]))


def heddle_run_to(number):
    gdb.execute("tbreak __heddle_step if $rdi == %d" % heddle_event_of(number), to_string=True)


class HeddleBack(gdb.Command):
    """heddle-back [N]: N steps back (1 if none is given), by running again up to there."""

    def __init__(self):
        super().__init__("heddle-back", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        heddle_threads.home()
        # Stopped at step n, n - 1 were performed; at the failure all of them were.
        heddle_run_to(max(1, heddle_step_number() + 1 - int(argument or 1)))
        gdb.execute("run")


class HeddleForward(gdb.Command):
    """heddle-step [N]: N steps of the report forward."""

    def __init__(self):
        super().__init__("heddle-step", gdb.COMMAND_RUNNING)

    def invoke(self, argument, from_tty):
        heddle_threads.home()
        heddle_run_to(heddle_step_number() + 1 + int(argument or 1))
        gdb.execute("continue")


heddle_runs = 0


def heddle_begin():
    """Before every run: the channel as it was before the first one."""
    global heddle_runs
    heddle_threads.real = heddle_threads.looked_at = None
    if heddle_runs > 0:
        subprocess.run(["cp", "--sparse=always", HEDDLE_CHANNEL + ".begin", HEDDLE_CHANNEL], check=True)
    else:
        subprocess.run(["cp", "--sparse=always", HEDDLE_CHANNEL, HEDDLE_CHANNEL + ".begin"], check=True)
    heddle_runs += 1


def heddle_stopped(event):
    if not isinstance(event, gdb.BreakpointEvent):
        return
    name = gdb.newest_frame().name()
    if name == "__heddle_step":
        now = heddle_step_number() + 1
        words = HEDDLE_STEPS[now - 1][1] if now <= len(HEDDLE_STEPS) else ""
        print("heddle: step %d: %s" % (now, words))
    if name in ("__heddle_step", "__heddle_finding"):
        heddle_show()


gdb.events.stop.connect(heddle_stopped)
for heddle_command in (InfoThreads, HeddleThread, HeddleApply, HeddleHome, HeddleSteps, HeddleBreak, HeddleBack, HeddleForward):
    heddle_command()
)gdb";

constexpr const char* kHooks = R"gdb(
define hook-run
python heddle_begin()
end
)gdb";

constexpr const char* kGoingOn[] = {"continue", "step",  "next",    "finish", "stepi",
                                    "nexti",    "until", "advance", "call",   "jump"};

}  // namespace

std::string gdb_settings() { return kSettings; }

std::string gdb_commands(const GdbReplay& replay) {
  nlohmann::json steps = nlohmann::json::array();
  for (const auto& [event, words] : replay.steps) steps.push_back({event, words});
  const auto text = [](const nlohmann::json& value) {
    return value.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
  };
  std::string script = "python\nHEDDLE_STEPS = " + text(steps) + "\nHEDDLE_NAMES = " + text(replay.threads) +
                       "\nHEDDLE_CHANNEL = " + text(replay.channel) + kCommands + "end\n" + kHooks;
  for (const char* command : kGoingOn)
    script += std::string("define hook-") + command + "\npython heddle_threads.home()\nend\n";
  return script;
}

}  // namespace heddle
