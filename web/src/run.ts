// Run: a finding made ready for looking at: one row per step, the failure itself as the last one, and indexes that
// answer "what held at step n" in logarithmic time, so that stepping through 50,000 steps stays fluent.
import { Flag, type FindingData, type PlaceData } from "./data";

export interface Lane {
  name: string;
  first: number; // row of its creation, 0 for main
  last: number; // its last row
  rows: number[]; // its own rows, rising
}

export interface Shared {
  name: string;
  lock: boolean;
  rows: number[]; // rows about it, rising
}

const noPlace: PlaceData = [-1, 0, 0, ""];

export class Run {
  readonly lanes: Lane[];
  readonly objects: Shared[];
  readonly seenBy = new Map<number, number[]>(); // row -> rows that see its effect
  readonly switches: number[] = []; // rows where another thread takes over
  readonly size: number; // steps, the failure included
  readonly failure: number; // the last row: not an event but what was found
  readonly told: Int32Array; // for a row with a value: the row since which its object is known to have that value

  constructor(readonly data: FindingData) {
    const { rows } = data;
    this.failure = rows.thread.length;
    this.size = this.failure + 1;
    this.lanes = data.threads.map((t) => ({ name: t.name, first: -1, last: -1, rows: [] }));
    this.objects = data.objects.map((o) => ({ ...o, rows: [] }));
    this.told = new Int32Array(this.size).fill(-1);
    const create = data.ops.indexOf("create");
    const read = data.ops.indexOf("read");
    const valued = new Int32Array(data.objects.length).fill(-1); // object -> its last row with a value
    for (let i = 0; i < this.size; ++i) {
      const lane = this.lanes[this.thread(i)];
      if (lane.first < 0) lane.first = i;
      lane.last = i;
      lane.rows.push(i);
      if (i === this.failure) break;
      if (rows.op[i] === create) {
        const name = data.strings[rows.what[i]].split(" ").at(-1);
        const created = this.lanes.find((l) => l.name === name);
        if (created && created.first < 0) created.first = i;
      }
      if (rows.object[i] >= 0) this.objects[rows.object[i]].rows.push(i);
      if (rows.value[i] >= 0 && rows.object[i] >= 0) {
        const before = valued[rows.object[i]];
        const same = rows.op[i] === read && before >= 0 && rows.value[before] === rows.value[i];
        this.told[i] = same ? this.told[before] : i;
        valued[rows.object[i]] = i;
      }
      if (rows.second[i] >= 0) this.objects[rows.second[i]].rows.push(i);
      if (rows.flags[i] & Flag.takesOver) this.switches.push(i);
      const seen = rows.sees[i];
      if (seen >= 0) {
        const others = this.seenBy.get(seen);
        if (others) others.push(i);
        else this.seenBy.set(seen, [i]);
      }
    }
    if (data.threads.some((t) => t.waits_for && !t.done))
      for (const [i, t] of data.threads.entries()) if (t.waits_for) this.lanes[i].last = this.failure;
  }

  thread = (row: number) => (row === this.failure ? this.data.thread : this.data.rows.thread[row]);
  placeIndex = (row: number) => (row === this.failure ? this.data.place : this.data.rows.place[row]);
  place = (row: number): PlaceData => this.data.places[this.placeIndex(row)] ?? noPlace;
  placeAt = (index: number): PlaceData => this.data.places[index] ?? noPlace;
  what = (row: number) => (row === this.failure ? this.data.message : this.data.strings[this.data.rows.what[row]]);
  op = (row: number) => (row === this.failure ? "failure" : this.data.ops[this.data.rows.op[row]]);
  object = (row: number) => (row === this.failure ? -1 : this.data.rows.object[row]);
  sees = (row: number) => (row === this.failure ? -1 : this.data.rows.sees[row]);
  has = (row: number, flag: number) => row < this.failure && (this.data.rows.flags[row] & flag) !== 0;
  value = (row: number) => text(this.data.strings, this.data.rows.value[row]);
  // The step to look at first: the decisive one, the second access of a race, or else what failed.
  get keyStep(): number {
    const row = this.data.decisive?.row ?? this.data.unordered?.second ?? -1;
    return row >= 0 ? row : this.failure;
  }

  matters = (row: number) => row === this.failure || this.has(row, Flag.matters) || row === this.data.decisive?.row ||
    row === this.data.unordered?.first || row === this.data.unordered?.second;
}

const text = (strings: string[], index: number) => (index >= 0 ? strings[index] : "");

// The index of the last of `rows` (rising) that is not after `row`; -1 if none.
export function lastUpTo(rows: number[], row: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle] <= row) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
