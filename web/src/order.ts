// Happens-before over the rows of a run: the order of each thread, and what synchronises. `level` is how many rows must come before a
// row whatever the schedule does; rows that nothing orders may have the same one.
import { Flag } from "./data";
import type { Run } from "./run";

const accesses = new Set(["read", "write", "rmw", "free"]);

export interface Edge {
  from: number;
  to: number;
  kind: "order" | "data" | "unsafe"; // synchronises; a value that synchronises; a value that does not
}

export class Order {
  readonly level: Int32Array;
  readonly edges: Edge[] = [];

  constructor(run: Run, rows: number[]) {
    const inside = new Set(rows);
    this.level = new Int32Array(run.size);
    const last = new Map<number, number>(); // thread -> its last row so far
    for (const row of rows) {
      const before = last.get(run.thread(row));
      let level = before === undefined ? 0 : this.level[before] + 1;
      const seen = run.sees(row);
      if (seen >= 0 && inside.has(seen)) {
        const value = accesses.has(run.op(seen)) && accesses.has(run.op(row));
        const kind = run.has(row, Flag.synchronises) ? (value ? "data" : "order") : "unsafe";
        if (kind !== "unsafe") level = Math.max(level, this.level[seen] + 1);
        this.edges.push({ from: seen, to: row, kind });
      }
      if (row === run.failure) level = Math.max(level, ...rows.map((r) => (r === row ? 0 : this.level[r])));
      this.level[row] = level;
      last.set(run.thread(row), row);
    }
  }
}
