import { describe, expect, it } from "vitest";
import { lastUpTo, Run } from "../../../web/src/run";
import { holdersAt, threadAt, valueAt, valuesAt } from "../../../web/src/state";
import { madeUpFinding } from "../support/made_up";

const run = new Run(madeUpFinding(3, 40)); // two creations, then lock, read, write, unlock in turn

describe("state after a step", () => {
  it("finds the last row up to a step", () => {
    expect(lastUpTo([2, 5, 9], 1)).toBe(-1);
    expect(lastUpTo([2, 5, 9], 5)).toBe(1);
    expect(lastUpTo([2, 5, 9], 100)).toBe(2);
  });

  it("knows who holds a lock at each step, as following every step from the start tells", () => {
    const held: number[] = [];
    for (let row = 0; row < run.failure; ++row) {
      if (run.op(row) === "lock") held.push(run.thread(row));
      if (run.op(row) === "unlock") held.splice(held.indexOf(run.thread(row)), 1);
      expect(holdersAt(run, 0, row)).toEqual(held);
    }
  });

  it("knows the value of a variable at each step, and who wrote it", () => {
    const values = new Map<number, [string, number]>();
    for (let row = 0; row < run.failure; ++row) {
      const object = run.object(row);
      if (run.op(row) === "write" || (run.op(row) === "read" && !values.has(object))) values.set(object, [run.value(row), row]);
      for (const [o, [value, from]] of values) expect(valueAt(run, o, row)).toEqual([value, from]);
    }
    expect(values.size).toBeGreaterThan(3);
  });

  it("marks what the step itself changed", () => {
    const write = [...Array(run.failure).keys()].find((row) => run.op(row) === "write")!;
    const changed = (row: number) => valuesAt(run, row).filter((v) => v.changed).map((v) => v.name);
    expect(changed(write)).toEqual(["counter[0]"]);
    expect(changed(write + 1)).toEqual(["m"]);
  });

  it("follows a failed try to lock, and a mutex given back by a condition wait", () => {
    const data = madeUpFinding(2, 4);
    const op = (name: string) => data.ops.indexOf(name);
    data.objects.push({ name: "condition", lock: false });
    Object.assign(data.rows, {
      thread: [0, 1, 0, 1], op: [op("lock"), op("trylock"), op("cond-wait"), op("trylock")],
      object: [0, 0, 17, 0], second: [-1, -1, 0, -1], flags: [0, 16, 0, 0], sees: [-1, -1, -1, -1], value: [-1, -1, -1, -1],
    });
    const waiting = new Run(data);
    expect([0, 1, 2, 3].map((row) => holdersAt(waiting, 0, row))).toEqual([[0], [0], [], [1]]);
  });

  it("says when a thread exists", () => {
    expect(threadAt(run, 2, 0).phase).toBe("unborn");
    expect(threadAt(run, 2, 1)).toEqual({ phase: "running", row: -1 });
    expect(threadAt(run, 2, run.failure).phase).toBe("ended");
    expect(threadAt(run, 0, run.failure).phase).toBe("running");
  });
});
