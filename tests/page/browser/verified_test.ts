// The page of a program without bugs.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { close, heddle, open, workFolder } from "../support/browser";

const program = `#include <pthread.h>
#include <stdatomic.h>
#include <assert.h>
atomic_int n;
static void *add(void *unused) {
  for (int i = 0; i < 3; i++)
    n++;
  return 0;
}
int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, add, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(n == 9);
}
`;

afterAll(close);

describe("the page of a verified program", () => {
  it("says what was checked, how often, and what was executed", async () => {
    const source = join(workFolder(), "safe.c");
    const report = join(workFolder(), "verified");
    writeFileSync(source, program);
    const said = execFileSync(heddle, ["check", "--engine", "dpor", source, "--report", report, "--json", join(workFolder(), "safe.json")], { encoding: "utf8" });
    expect(said).toContain("verified");
    const { executions, discovery } = JSON.parse(readFileSync(join(workFolder(), "safe.json"), "utf8"));
    const { page, problems } = await open(join(report, "index.html"));
    expect(await page.textContent(".verdict h1")).toBe("verified");
    expect(await page.textContent(".cards")).toContain(executions.toLocaleString("en"));
    const checked = await page.textContent(".summary");
    for (const words of ["safe.c", "dpor", "sequential consistency"]) expect(checked).toContain(words);
    // Line 7 is performed nine times in every run, line 14 once; runs before the shared memory was known show less.
    for (const [line, each] of [[7, 9], [14, 1]]) {
      const times = Number((await page.textContent(`.coverage [data-line="${line}"] .times`))!.replaceAll(",", ""));
      expect(times).toBeGreaterThanOrEqual(each * executions);
      expect(times).toBeLessThanOrEqual(each * (executions + discovery));
    }
    // A thread comes to its first addition, and main to line 14, in one way each; the additions see other threads' work.
    const histories = async (line: number) => Number((await page.textContent(`.coverage [data-line="${line}"] .histories`))!.replaceAll(",", ""));
    expect(await histories(14)).toBe(1);
    expect(await histories(7)).toBeGreaterThan(3);
    expect(await page.getAttribute('.coverage [data-line="2"]', "class")).not.toContain("covered");
    expect(problems).toEqual([]);
  });
});
