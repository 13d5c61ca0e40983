// Finding rows by words. Every word must occur in what the row says (its thread, file:line, function, event, value) or in the source
// text of its line.
import type { CheckData } from "./data";
import { lineText } from "./lines";
import type { Run } from "./run";

export class Search {
  private readonly texts: string[] = [];

  constructor(run: Run, check: CheckData) {
    const places = run.data.places.map(([file, line, , function_]) => `${check.files[file]?.path ?? ""}:${line} ${function_} ${lineText(check.files[file]?.text, line)}`);
    for (let i = 0; i < run.size; ++i)
      this.texts.push(`${run.lanes[run.thread(i)].name} ${run.what(i)} ${places[run.placeIndex(i)] ?? ""}`.toLowerCase());
  }

  // Rows that match, rising; none for an empty query.
  find(query: string): number[] {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const hits: number[] = [];
    if (words.length === 0) return hits;
    this.texts.forEach((text, row) => {
      if (words.every((word) => text.includes(word))) hits.push(row);
    });
    return hits;
  }
}

// The hit after (or before) `row`, going round at the end.
export function nextHit(hits: number[], row: number, direction: 1 | -1): number {
  if (hits.length === 0) return row;
  if (direction > 0) return hits.find((h) => h > row) ?? hits[0];
  return hits.findLast((h) => h < row) ?? hits[hits.length - 1];
}
