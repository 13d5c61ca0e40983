"""Runs one program under every engine and says where they differ. `dfs`, which runs every interleaving, is the truth; of programs
that are too long for it, `dpor` is.

What must agree: the verdict, the findings by kind and line, races by pair of lines, and why a check is inconclusive. On
programs without a bug `dpor` and `optimal` make the same number of runs. A few findings must fail again in a replay, a check that
stops at its first finding must find one exactly if there is one, and a certificate must be confirmed.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from grammar import WEAK
from source import FLAGS, listing, render

# name: the options that select it
ENGINES = {name: ["--engine", name] for name in ("dpor", "optimal", "icb", "mcr", "dpor-classic", "icb+dpor")} | {
    "mcr-j2": ["--engine", "mcr", "-j2"], "dpor-j2": ["--engine", "dpor", "-j2"]}
SLOW = ("icb", "icb+dpor", "dpor-classic")  # not for programs that are too long for dfs
MOST = 20000  # executions of the truth; programs that need more are left out
PATIENCE = 10  # seconds, likewise


class Skipped(Exception):
    pass


def where(finding):
    line = finding["line"]
    if finding["kind"] == "race":
        return ("race", *sorted((line, finding["other_place"]["line"])))
    if finding["kind"] == "uncaught-exception":
        return ("uncaught-exception", 0)  # one of them is reported, whoever throws it
    return (finding["kind"], line)


def findings(report):
    """A race with a free need not be reported if the access is reported as a use after free."""
    late = {f["line"] for f in report["findings"] if f["kind"] == "use-after-free"}
    return {where(f) for f in report["findings"]
            if not (f["kind"] == "race" and "free" in f["message"] and late & {f["line"], f["other_place"]["line"]})}


def findings_by_code(report):
    """Likewise, but a side of a race that is in a library has no line: a race is told once for each pair of positions in the code, with the callers of
    the run that showed it first, and which run is first depends on what is a choice."""
    def sides(f):
        for line, stack in zip((f["line"], f["other_place"]["line"]), f["stacks"]):
            yield line if stack["frames"] and stack["frames"][0]["line"] == line else 0

    exact = {where(f): ("race", *sorted(sides(f))) for f in report["findings"] if f["kind"] == "race"}
    return {exact.get(f, f) for f in findings(report)}


def reason_class(report):
    return re.sub(r"[\d']+", "", report["reason"].split(":")[0].split(" at ")[0])[:40] if report["verdict"] == "inconclusive" else ""


class Judge:
    findings = staticmethod(findings)

    def __init__(self, heddle, directory, engines=None, replay=True):
        self.heddle, self.dir, self.replay = str(heddle), pathlib.Path(directory), replay
        self.engines = engines or list(ENGINES)
        self.counts = {}

    def count(self, what, number=1):
        self.counts[what] = self.counts.get(what, 0) + number

    def compile(self, programs):
        """The executable of a batch; None if one of the programs is refused by the compiler."""
        language = programs[0].language
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.dir))
        source = folder / f"batch.{language}"
        source.write_text(render(programs)[0])
        compiler = pathlib.Path(self.heddle).parent / ("heddle-c++" if language == "cpp" else "heddle-cc")
        done = subprocess.run([compiler, *FLAGS[language], "-o", folder / "batch", source, "-lpthread", "-latomic"], capture_output=True, text=True)
        if done.returncode != 0:
            if len(programs) == 1:
                self.errors = done.stderr
            shutil.rmtree(folder)
            return None
        return folder / "batch"

    def check(self, executable, number, engine, options):
        work = tempfile.mkdtemp(dir=executable.parent)
        command = [self.heddle, "check", *ENGINES.get(engine, ["--engine", engine]), "--no-shorten", "--quiet", "--json", "out.json", *options,
                   str(executable), "--", str(number)]
        try:
            done = subprocess.run(command, cwd=work, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=120, errors="replace")
        except subprocess.TimeoutExpired:
            raise RuntimeError(f"{engine} hangs")
        try:
            report = json.loads(pathlib.Path(work, "out.json").read_text())
        except (OSError, ValueError):
            raise RuntimeError(f"{engine} has no answer: exit code {done.returncode}, {done.stdout[-200:]}{done.stderr[-300:]}")
        if "not ready to be checked" in report["reason"]:
            raise RuntimeError(f"{engine}: {report['reason']}")
        report["work"], report["program"] = work, str(executable)
        return report

    def replays(self, report):
        for finding in report["findings"][:4]:
            command = [self.heddle, "replay", finding["schedule_file"]]
            done = subprocess.run(command, cwd=report["work"], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=60, errors="replace")
            if done.returncode != 1 or finding["kind"] not in done.stdout:
                last = (done.stdout.strip().splitlines() or ["no output"])[-1]
                yield f"{report['engine']}: replay of {where(finding)} ends with code {done.returncode}: {last[:150]}"

    def certificate(self, report):
        file = pathlib.Path(report["work"], "proof")
        if not file.exists():
            return
        done = subprocess.run([self.heddle, "verify-certificate", "proof", report["program"], "--runs", "50", "--quiet", "--time-limit", "60s"], cwd=report["work"], capture_output=True, text=True)
        self.count("certificates")
        if done.returncode not in (0, 3):
            yield f"certificate is not confirmed: {done.stdout.strip()[-200:]}"

    def truth(self, executable, number, options):
        for engine in ("dfs", "dpor"):
            limits = ["--max-executions", str(MOST), "--time-limit", f"{PATIENCE}s"]
            truth = self.check(executable, number, engine, ["--keep-going", *options, *limits])
            if truth["executions"] < MOST and truth["seconds"] < PATIENCE:
                return truth
        raise Skipped()

    def compare(self, engine, report, truth, weak):
        found, its = self.findings(truth), self.findings(report)
        missing, more = found - its, its - found
        if weak and engine.startswith("mcr") and any(f[0] == "race" for f in its):  # one shows that there are some
            missing = {f for f in missing if f[0] != "race"}
        judge = truth["engine"]
        if report["verdict"] != truth["verdict"] and (missing or more or not found):
            yield f"{engine}: {report['verdict']} ({report['reason']}), {judge}: {truth['verdict']} ({truth['reason']})"
        if missing:
            yield f"{engine} misses {sorted(missing)}"
        if more:
            yield f"{engine} finds {sorted(more)}, {judge} does not"
        if reason_class(report) != reason_class(truth) and report["verdict"] == truth["verdict"]:
            yield f"{engine}: inconclusive since {report['reason']}; {judge}: {truth['reason']}"

    def stops_at_first(self, executable, number, options, truth):
        """What a check does unless it is told to go on."""
        report = self.check(executable, number, "mcr", [*options, "--time-limit", "60s"])
        found = findings(truth)
        if bool(report["findings"]) != bool(found):
            yield f"mcr, stopping at the first finding: {report['verdict']}, {truth['engine']}: {truth['verdict']}"
        if more := findings(report) - {where(f) for f in truth["findings"]}:
            yield f"mcr, stopping at the first finding, finds {sorted(more)}"
        shutil.rmtree(report["work"], ignore_errors=True)

    def differences(self, program, executable, number):
        """What is wrong, as a list of sentences; raises Skipped if nobody can say."""
        options, weak = list(program.options), bool(WEAK.search(listing(program)))
        wrong, reports = [], {}
        try:
            truth = self.truth(executable, number, options)
            if "mcr" in self.engines:
                wrong.extend(self.stops_at_first(executable, number, options, truth))
        except RuntimeError as error:
            return [str(error)]
        self.count("judged by " + truth["engine"])
        for engine in self.engines:
            if engine == truth["engine"] or (truth["engine"] != "dfs" and engine in SLOW):
                continue
            more = ["--certificate", "proof"] if engine == "mcr" else []
            try:
                report = reports[engine] = self.check(executable, number, engine, ["--keep-going", *options, "--time-limit", "60s", *more])
            except RuntimeError as error:
                wrong.append(str(error))
                continue
            if report["seconds"] >= 60:
                self.count(f"{engine} too slow")
                continue
            wrong.extend(self.compare(engine, report, truth, weak))
        reports[truth["engine"]] = truth
        if truth["verdict"] == "verified" and {"dpor", "optimal"} <= reports.keys():
            if reports["dpor"]["executions"] != reports["optimal"]["executions"]:
                wrong.append(f"dpor makes {reports['dpor']['executions']} executions, optimal {reports['optimal']['executions']}")
        self.count(truth["verdict"])
        for engine in ("dpor", "mcr"):
            if self.replay and engine in reports:
                wrong.extend(self.replays(reports[engine]))
        if "mcr" in reports:
            wrong.extend(self.certificate(reports["mcr"]))
        for report in reports.values():
            shutil.rmtree(report["work"], ignore_errors=True)
        return wrong


MEMORY = ("null-dereference", "use-after-free", "double-free", "invalid-free", "out-of-bounds", "crash", "use-after-return", "use-after-scope")
KINDS = ("assertion", "deadlock", "assertion,deadlock", "memory", "livelock", "lock-misuse", "uncaught-exception", "assertion,memory,livelock", "race")


class KindsJudge(Judge):
    """--check: of the kinds that are asked for exactly what the truth has, of others nothing that it has not."""

    def compile(self, programs):
        os.environ["HEDDLE_FACTS"] = "1"
        return super().compile(programs)

    def differences(self, program, executable, number):
        try:
            return self.compared(program, executable, number)
        except RuntimeError as error:
            return [str(error)]

    def compared(self, program, executable, number):
        options = list(program.options)
        truth = self.truth(executable, number, options)
        wrong, found = [], findings(truth)
        if truth["verdict"] == "inconclusive":
            raise Skipped()
        text = listing(program)
        for turn, engine in enumerate(e for e in self.engines if e in ("dpor", "optimal", "mcr", "dpor-classic", "icb")):
            kinds = KINDS[(sum(map(ord, text[-200:])) + turn) % len(KINDS)]
            names = set(kinds.replace("memory", ",".join(MEMORY)).split(","))
            if names & {"race"} and WEAK.search(text) and engine == "mcr":
                continue
            report = self.check(executable, number, engine, ["--keep-going", *options, "--check", kinds, "--time-limit", "60s"])
            self.count(f"{kinds}: executions", report["executions"])
            self.count("executions without", truth["executions"])
            its = findings(report)
            missing = {f for f in found if f[0] in names} - its
            if missing:
                wrong.append(f"{engine} --check {kinds} misses {sorted(missing)}")
            if more := its - {where(f) for f in truth["findings"]}:
                wrong.append(f"{engine} --check {kinds} finds {sorted(more)}")
            if report["verdict"] == "inconclusive":
                wrong.append(f"{engine} --check {kinds}: inconclusive since {report['reason']}")
            if self.replay:
                wrong += self.replays(report)
            shutil.rmtree(report["work"], ignore_errors=True)
        return wrong


# Engine and --relevance, each compared with the truth. `all` and `heap` have the longest searches, so dfs does not go through them.
RELEVANCE = (("dfs", "seen+hybrid"), ("dpor", "all"), ("dpor", "heap"), ("dpor", "fields"), ("dpor", "hybrid"), ("dpor", "seen+hybrid"),
             ("optimal", "hybrid"), ("icb", "seen+hybrid"), ("dfs", "hybrid"))


class RelevanceJudge(Judge):
    """--relevance: verdict and findings are the same, whichever accesses are choices."""

    findings = staticmethod(findings_by_code)

    def compile(self, programs):
        os.environ["HEDDLE_FUTURES"] = "1"
        return super().compile(programs)

    def differences(self, program, executable, number):
        try:
            return self.compared(program, executable, number)
        except RuntimeError as error:
            return [str(error)]

    def compared(self, program, executable, number):
        options = list(program.options)
        truth = self.truth(executable, number, options)
        if truth["verdict"] == "inconclusive":
            raise Skipped()
        wrong = []
        for engine, relevance in RELEVANCE:
            if engine in ("dfs", "icb") and truth["engine"] != "dfs":
                continue
            report = self.check(executable, number, engine,
                                ["--keep-going", *options, "--relevance", relevance, "--time-limit", "10s", "--max-executions", "60000"])
            if report["seconds"] >= 10 or report["executions"] >= 60000:
                self.count(f"{engine} {relevance} too slow")
                continue
            self.count(f"{engine} {relevance} choices", report["choices"])
            wrong += [f"{relevance}: {w}" for w in self.compare(engine, report, truth, False)]
            if self.replay:
                wrong += self.replays(report)
            shutil.rmtree(report["work"], ignore_errors=True)
        return wrong
