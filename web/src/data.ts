// The data that the tool writes into the page, as it stands in the script tags. README.md says what each field means.

export interface CheckData {
  heddle: string;
  verdict: "verified" | "bug" | "inconclusive";
  engine: string;
  memory_model: string;
  executions: number;
  blocked: number;
  events: number;
  discovery: number;
  seconds: number;
  complete: boolean;
  reason: string;
  settings: [name: string, value: string][];
  notes: string[];
  progress: [seconds: number, executions: number, words: string][];
  files: { path: string; text: string | null; covered: [line: number, times: number, histories: number][] }[];
  more_histories: boolean;
  libraries: string[];
  findings: { kind: string; message: string; place: PlaceData; thread: string; steps: number }[];
}

// file is an index into CheckData.files, -1 if unknown.
export type PlaceData = [file: number, line: number, column: number, function_: string];

export interface FindingData {
  kind: string;
  meaning: string;
  message: string;
  thread: number;
  place: number;
  execution: number;
  replay: string;
  schedule_file: string;
  schedule: string;
  shortened: boolean;
  fewest_switches: boolean;
  always: boolean;
  decisive: { row: number; proven: boolean; before: number; after: number; words: string } | null;
  unordered: { first: number; second: number; words: string; why: string } | null;
  passing: { thread: number[]; place: number[]; what: number[]; alike: number } | null;
  threads: {
    name: string;
    created: number;
    place: number;
    done: boolean;
    holds: { lock: string; since: number }[];
    waits_for: string;
    left_by: string;
  }[];
  stacks: { thread: string; title: string; frames: number[] }[];
  places: PlaceData[];
  objects: { name: string; lock: boolean }[];
  strings: string[];
  ops: string[];
  rows: {
    thread: number[];
    place: number[];
    op: number[];
    object: number[];
    second: number[];
    value: number[];
    old: number[];
    what: number[];
    sees: number[];
    flags: number[];
  };
}

export const Flag = { atomic: 1, takesOver: 2, preempts: 4, matters: 8, failed: 16, synchronises: 32 } as const;

function read<T>(id: string): T {
  const element = document.getElementById(id);
  if (!element?.textContent) throw new Error(`the page has no data "${id}"; it is a template that heddle fills in`);
  return JSON.parse(element.textContent) as T;
}

export const readCheck = () => read<CheckData>("check");
export const readFinding = (index: number) => read<FindingData>(`finding-${index}`);
