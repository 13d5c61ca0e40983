import { describe, expect, it } from "vitest";
import { highlight } from "../../../web/src/highlight";
import { Run } from "../../../web/src/run";
import { nextHit, Search } from "../../../web/src/search";
import { madeUpCheck, madeUpFinding, source } from "../support/made_up";

const kinds = (text: string) => highlight(text).map((line) => line.filter((t) => t.kind).map((t) => `${t.kind}:${t.text}`));

describe("highlighting", () => {
  it("never loses a character", () => {
    for (const text of [source, "a\n\n/* x\n\ny */ int b;", 'R"q(one\ntwo)q" + "\\"" + \'\\\'\'', "#define X(a) a##b", "x = \"open\ny", "/* never closed\nint"])
      expect(highlight(text).map((line) => line.map((t) => t.text).join("")).join("\n")).toBe(text);
  });
  it("knows words, numbers, strings and comments", () => {
    expect(kinds('  return f(0x1F, "a//b"); // c')).toEqual([["keyword:return", "call:f", "number:0x1F", 'string:"a//b"', "comment:// c"]]);
    expect(kinds("#include <mutex>")[0][0]).toBe("directive:#include");
  });
  it("carries comments and raw strings over lines", () => {
    expect(kinds("int a; /* b\nc */ int d;")).toEqual([["type:int", "comment:/* b"], ["comment:c */", "type:int"]]);
    expect(kinds('R"(if\n)" 1')).toEqual([['string:R"(if'], ['string:)"', "number:1"]]);
  });
});

describe("search", () => {
  const run = new Run(madeUpFinding(3, 40));
  const search = new Search(run, madeUpCheck([run.data]));
  it("wants every word, in any order, without regard to case", () => {
    const hits = search.find("COUNTER[5] main.0 write");
    expect(hits.length).toBeGreaterThan(0);
    for (const row of hits) expect(`${run.op(row)} ${run.lanes[run.thread(row)].name} ${run.what(row)}`).toMatch(/^write main\.0 .*counter\[5\]/);
  });
  it("finds places and the failure", () => {
    expect(search.find("made_up.cpp:11").every((row) => run.op(row) === "unlock")).toBe(true);
    expect(search.find("assertion failed")).toEqual([run.failure]);
    expect(search.find("  ")).toEqual([]);
  });
  it("goes round", () => {
    expect([nextHit([3, 7], 3, 1), nextHit([3, 7], 7, 1), nextHit([3, 7], 3, -1), nextHit([], 5, 1)]).toEqual([7, 3, 7, 5]);
  });
});
