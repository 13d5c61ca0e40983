"""Checks programs three times and says where the answers differ: compiled without the judgements of the pass, with them, and, as
`heddle check` does unless told otherwise, with values followed and mcr as the engine.

What must agree: the verdict, the findings by kind and line, races by pair of lines, and why a check is inconclusive. Without its
judgements the pass knows no loop that repeats itself, so a loop that waits is stopped after a few rounds and the check is
inconclusive. Then each of its findings must still be found with them, and so it is where that check takes too long. Programs all of
whose loops end are never stopped.

Most programs are judged in groups, for speed: one check chooses among several programs. Where the answers about a group differ, or one
of them takes too long, its halves are judged.
"""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import judge
from judge import Skipped, reason_class
from pass_source import STANDARD, listing, render

MOST = 500  # executions; of what needs more, only part is compared
PATIENCE = 2  # seconds, likewise
FEW = 100  # executions without judgements where a loop waits for ever: the check will be stopped anyway
STEPS = 3000  # the longest run
GROUP = 10  # programs; if mcr leaves one of them to dpor, it does so with all
STOPPED = ("was stopped after", "step limit")
# The environment of the compiler, and the engine.
MODES = {"off": ({"HEDDLE_JUDGEMENTS": "off", "HEDDLE_FOLLOW": "0"}, "dpor"), "on": ({"HEDDLE_JUDGEMENTS": "on", "HEDDLE_FOLLOW": "0"}, "dpor"),
         "followed": ({"HEDDLE_JUDGEMENTS": "on", "HEDDLE_FOLLOW": "1"}, "mcr")}
JUDGING = ("on", "followed")


def findings(report):
    """A local that is looked at late is past its block and past its function: which of the two is told, the order of threads decides."""
    return {("late use of a local" if kind in ("use-after-scope", "use-after-return") else kind, *lines) for kind, *lines in judge.findings(report)}


def groups(programs):
    """Programs with the same options; those with endless loops alone, since a check may say little about them."""
    alone = [i for i, p in enumerate(programs) if "endless" in listing(p)]
    for options in sorted({p.options for p in programs}):
        same = [i for i, p in enumerate(programs) if p.options == options and i not in alone]
        yield from (same[i:i + GROUP] for i in range(0, len(same), GROUP))
    yield from ([i] for i in alone)


class PassJudge:
    def __init__(self, heddle, directory, judging=None):
        """`judging`: another installation, whose pass compiles what is judged; mutants are."""
        self.heddle, self.dir = pathlib.Path(heddle), pathlib.Path(directory)
        self.judging = pathlib.Path(judging or heddle)
        self.counts, self.errors = {}, ""

    def count(self, what, number=1):
        self.counts[what] = self.counts.get(what, 0) + number

    def compile(self, programs, level):
        """A folder with an executable for each mode; None if the compiler refuses one of the programs."""
        language = programs[0].language
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.dir))
        source = folder / f"batch.{language}"
        source.write_text(render(programs))
        name = "heddle-c++" if language == "cpp" else "heddle-cc"
        for mode, (environment, _) in MODES.items():
            heddle = self.judging if mode in JUDGING else self.heddle
            command = [heddle.parent / name, STANDARD[language], level, "-g", "-w", "-Wno-c++11-narrowing", "-o", folder / mode, source, "-latomic"]
            done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, errors="replace")
            if done.returncode != 0:
                self.errors = done.stderr[:2000]
                shutil.rmtree(folder)
                return None
        return folder

    def check(self, folder, mode, numbers, options, limit=None):
        work = folder / f"{mode}.{numbers[0]}.{len(numbers)}"
        (work / "found").mkdir(parents=True, exist_ok=True)
        report = work / "report.json"
        report.unlink(missing_ok=True)
        most = str(MOST if limit is None else limit)
        command = [self.heddle, "check", "--engine", MODES[mode][1], "--keep-going", "--no-shorten", "--quiet", "--json", report.name, "--output-dir", "found",
                   "--max-executions", most, "--max-steps", str(STEPS), "--time-limit", f"{PATIENCE}s", "--config", "none", *options, str(folder / mode),
                   "--", *map(str, numbers)]
        try:
            done = subprocess.run(command, cwd=work, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120, errors="replace")
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"{mode}: hangs")
        try:
            return json.loads(report.read_text())
        except (OSError, ValueError):
            raise RuntimeError(f"{mode}: no answer, exit code {done.returncode}: {done.stdout[-200:]}{done.stderr[-300:]}")

    def too_long(self, report, most=MOST):
        return report["executions"] >= most or report["seconds"] >= PATIENCE

    def judge(self, programs, folder):
        """(number, what is wrong) of each program about which somebody can say something."""
        for group in groups(programs):
            yield from self.judge_group(programs, folder, group)

    def judge_group(self, programs, folder, numbers):
        if len(numbers) == 1:
            try:
                yield numbers[0], self.differences(programs[numbers[0]], folder, numbers[0])
            except Skipped:
                pass
        elif self.agree(folder, numbers, programs[numbers[0]].options):
            for number in numbers:
                yield number, []
        else:
            middle = len(numbers) // 2
            for half in (numbers[:middle], numbers[middle:]):
                yield from self.judge_group(programs, folder, half)

    def agree(self, folder, numbers, options):
        """All modes say the same about a group, and everything about it."""
        reports = []
        for mode in MODES:
            try:
                report = self.check(folder, mode, numbers, options)
            except RuntimeError:
                return False
            if self.too_long(report) or report["verdict"] == "inconclusive":
                return False
            reports.append(report)
        if any(findings(report) != findings(reports[0]) or report["verdict"] != reports[0]["verdict"] for report in reports):
            return False
        self.count("in groups", len(numbers))
        if reports[-1]["fallback"]:
            self.count("left to dpor", len(numbers))
        return True

    def differences(self, program, folder, number):
        """What is wrong, as a list of sentences; raises Skipped if nobody can say."""
        waits = "endless" in listing(program)
        reports, limits = {}, {"off": FEW} if waits else {}
        for mode in (*JUDGING, "off"):
            limit = limits.get(mode, MOST)
            try:
                reports[mode] = self.check(folder, mode, [number], program.options, limit)
            except RuntimeError as error:
                return [str(error)]
            if self.too_long(reports[mode], limit):
                self.count(f"too long ({mode})")
                if mode != "off":
                    raise Skipped()
        off = reports["off"]
        said = off["reason"] + "".join(off.get("notes", []))
        part = self.too_long(off, limits.get("off", MOST)) or waits and any(text in said for text in STOPPED)
        self.count("part of what is found without judgements" if part else f"alone, {off['verdict']}")
        if reports["followed"]["fallback"]:
            self.count("left to dpor")
        return [sentence for mode in JUDGING for sentence in self.compare(mode, reports[mode], off, part)]

    def compare(self, mode, on, off, part):
        found_on, found_off = findings(on), findings(off)
        if missing := found_off - found_on:
            yield f"only found without judgements, not {mode}: {sorted(missing)}"
        if (more := found_on - found_off) and not part:
            yield f"only found with judgements, {mode}: {sorted(more)}"
        if not part and on["verdict"] != off["verdict"]:
            yield f"{mode} {on['verdict']} ({on['reason']}), without judgements {off['verdict']} ({off['reason']})"
        if not part and on["verdict"] == off["verdict"] and reason_class(on) != reason_class(off):
            yield f"{mode} inconclusive since {on['reason']}; without judgements since {off['reason']}"
