// Reports of runs that never happened, of any size: threads that lock, read and add to a few counters in turn.
import type { CheckData, FindingData } from "../../../web/src/data";

const ops = ["begin", "end", "create", "join", "read", "write", "rmw", "fence", "free", "lock", "trylock", "unlock", "read-lock",
  "try-read-lock", "cond-wait", "cond-wake", "signal", "broadcast", "timeout"];

export const source = `#include <thread>
// Counts up, badly.
int counter[16];
std::mutex m;

void work(int n) {
  for (int i = 0; i < n; ++i) {
    m.lock();
    int old = counter[i % 16];  // "read" & <compare>
    counter[i % 16] = old + 1;
    m.unlock();
  }
}

int main() {
  std::thread t(work, 10);
  t.join();
}
`;

export function madeUpFinding(threads: number, steps: number): FindingData {
  const data: FindingData = {
    kind: "assertion", meaning: "an assertion of the program does not hold", message: "assertion failed: counter[0] == 10",
    thread: 0, place: 4, execution: 17, replay: "heddle replay made_up.assertion.1.heddle", schedule_file: "", schedule: "",
    shortened: true, fewest_switches: false, always: false, unordered: null,
    passing: null,
    decisive: { row: Math.floor(steps / 2), proven: true, before: Math.floor(steps / 2) - 3, after: Math.floor(steps / 2) + 2, words: "line 9 in main.0 came between line 9 and line 10 of main" },
    threads: [], stacks: [{ thread: "main", title: "", frames: [4] }],
    places: [[0, 8, 5, "work(int)"], [0, 9, 15, "work(int)"], [0, 10, 5, "work(int)"], [0, 11, 5, "work(int)"], [0, 16, 3, "main"]],
    objects: [{ name: "m", lock: true }], strings: [], ops,
    rows: { thread: [], place: [], op: [], object: [], second: [], value: [], old: [], what: [], sees: [], flags: [] },
  };
  for (let i = 0; i < 16; ++i) data.objects.push({ name: `counter[${i}]`, lock: false });
  for (let t = 0; t < threads; ++t)
    data.threads.push({ name: t ? `main.${t - 1}` : "main", created: -1, place: -1, done: t > 0, holds: [], waits_for: "", left_by: "" });
  const numbers = new Map<string, number>();
  const text = (s: string) => {
    if (!numbers.has(s)) numbers.set(s, data.strings.push(s) - 1);
    return numbers.get(s)!;
  };
  const { rows } = data;
  const value = new Array(16).fill(0);
  const writer = new Array(16).fill(-1);
  let unlock = -1;
  const add = (thread: number, place: number, op: string, object: number, what: string, v: string, sees: number) => {
    const before = rows.thread.at(-1);
    rows.thread.push(thread);
    rows.place.push(place);
    rows.op.push(ops.indexOf(op));
    rows.object.push(object);
    rows.second.push(-1);
    rows.value.push(v ? text(v) : -1);
    rows.old.push(-1);
    rows.what.push(text(what));
    rows.sees.push(sees);
    rows.flags.push((before !== undefined && before !== thread ? 2 : 0) | (op === "read" ? 0 : 8));
    return rows.thread.length - 1;
  };
  for (let t = 1; t < threads; ++t) add(0, 4, "create", -1, `create thread main.${t - 1}`, "", -1);
  for (let round = 0; rows.thread.length < steps; ++round) {
    const thread = (round * 7) % threads;
    const c = (round * 5) % 16;
    const other = (row: number) => (row >= 0 && rows.thread[row] !== thread ? row : -1);
    add(thread, 0, "lock", 0, "lock m", "", other(unlock));
    add(thread, 1, "read", c + 1, `read counter[${c}] = ${value[c]}`, String(value[c]), other(writer[c]));
    writer[c] = add(thread, 2, "write", c + 1, `write counter[${c}] = ${++value[c]} (was ${value[c] - 1})`, String(value[c]), -1);
    unlock = add(thread, 3, "unlock", 0, "unlock m", "", -1);
  }
  for (const column of Object.values(rows)) column.length = steps;
  return data;
}

export function madeUpCheck(findings: FindingData[]): CheckData {
  return {
    heddle: "0.0", verdict: findings.length ? "bug" : "verified", engine: "dpor", memory_model: "sc", executions: 123456, blocked: 7, events: 9_876_543,
    discovery: 3, seconds: 4.2, complete: findings.length === 0, reason: "", settings: [["program", "made_up"], ["sources", "made_up.cpp"]],
    notes: [], progress: [[1, 30000, "depth 8"], [2, 60000, "depth 9"], [3, 80000, "depth 9"]],
    files: [{ path: "src/made_up.cpp", text: source, covered: [[8, 400, 3], [9, 400, 12], [10, 399, 40], [11, 12, 1]] }], more_histories: false, libraries: ["/usr/lib/libm.so.6"],
    findings: findings.map((f) => ({ kind: f.kind, message: f.message, place: f.places[f.place], thread: "main", steps: f.rows.thread.length })),
  };
}
