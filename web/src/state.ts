// What is true right after a step: values of shared variables, holders of locks, where each thread is.
import { Flag } from "./data";
import { lastUpTo, type Run } from "./run";

export interface Value {
  object: number;
  name: string;
  lock: boolean;
  text: string; // the value; for a lock its holders, "" if free
  row: number; // that last said something about it
  thread: number; // of that row
  changed: boolean; // written, taken or given back by the very step asked about
  touched: boolean; // the step is about it
}

const shownAtMost = 60;

// Objects that some step up to `row` was about. Those known longest first; if there are too many, only the ones
// touched most recently.
export function valuesAt(run: Run, row: number): Value[] {
  const known: { object: number; last: number }[] = [];
  run.objects.forEach((object, index) => {
    const at = lastUpTo(object.rows, row);
    if (at >= 0) known.push({ object: index, last: object.rows[at] });
  });
  if (known.length > shownAtMost) {
    known.sort((a, b) => b.last - a.last);
    known.length = shownAtMost;
    known.sort((a, b) => a.object - b.object);
  }
  return known.map(({ object, last }) => {
    const { name, lock } = run.objects[object];
    if (lock) {
      const holders = holdersAt(run, object, row);
      const before = holdersAt(run, object, row - 1);
      const text = holders.map((t) => run.lanes[t].name).join(", ");
      return { object, name, lock, text, row: last, thread: run.thread(last), changed: String(holders) !== String(before), touched: last === row };
    }
    const [text, from] = valueAt(run, object, row);
    const changed = from === row && run.op(row) !== "read";
    return { object, name, lock, text, row: from >= 0 ? from : last, thread: run.thread(from >= 0 ? from : last), changed, touched: last === row };
  });
}

// The value of a place after `row`, and the row that told it. Reads tell values as well as writes do.
export function valueAt(run: Run, object: number, row: number): [value: string, from: number] {
  const { rows } = run.objects[object];
  let at = lastUpTo(rows, row);
  while (at >= 0 && run.value(rows[at]) === "") --at;
  if (at < 0) return ["", -1];
  return [run.value(rows[at]), run.told[rows[at]]];
}

const takes = new Set(["lock", "trylock", "read-lock", "try-read-lock"]);

// How one row changes who holds the lock: +1 takes it, -1 gives it back, 0 neither.
function hold(run: Run, lock: number, row: number): number {
  const op = run.op(row);
  const failed = run.has(row, Flag.failed);
  if (run.object(row) === lock) return failed ? 0 : takes.has(op) ? 1 : op === "unlock" ? -1 : 0;
  return op === "cond-wait" ? -1 : op === "cond-wake" ? 1 : 0;
}

// The threads that hold a lock after `row`; several only for readers.
export function holdersAt(run: Run, lock: number, row: number): number[] {
  const { rows } = run.objects[lock];
  const done = new Set<number>();
  const holders: number[] = [];
  // Backwards: what a thread did last decides. A writer's lock or unlock ends the search, since it was alone.
  for (let at = lastUpTo(rows, row); at >= 0; --at) {
    const thread = run.thread(rows[at]);
    const change = hold(run, lock, rows[at]);
    if (change === 0) continue;
    if (!done.has(thread)) {
      done.add(thread);
      if (change > 0) holders.push(thread);
    }
    const shared = run.op(rows[at]).endsWith("read-lock");
    if (change > 0 && !shared) break;
    if (done.size === run.lanes.length) break;
  }
  return holders.reverse();
}

export type Phase = "unborn" | "running" | "ended";

// Where a thread is after `row`, and its last row up to then (-1 if it has done nothing yet).
export function threadAt(run: Run, lane: number, row: number): { phase: Phase; row: number } {
  const { rows, first, last } = run.lanes[lane];
  const at = lastUpTo(rows, row);
  const phase = first < 0 || row < first ? "unborn" : row >= last && run.data.threads[lane].done ? "ended" : "running";
  return { phase, row: at >= 0 ? rows[at] : -1 };
}
