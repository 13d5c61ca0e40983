// What --sarif writes, against the schema of SARIF 2.1.0.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import Ajv from "ajv";
import { afterAll, describe, expect, it } from "vitest";
import { close, heddle, workFolder } from "../support/browser";

const require = createRequire(import.meta.url);
const ajv = new Ajv({ schemaId: "auto", allErrors: true, unknownFormats: "ignore" });
ajv.addMetaSchema(require("ajv/lib/refs/json-schema-draft-04.json"));
const valid = ajv.compile(JSON.parse(readFileSync(require.resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"), "utf8")));
const examples = new URL("../../../examples/", import.meta.url).pathname;

function sarif(example: string, ...options: string[]) {
  const file = join(workFolder(), `${example}.sarif`);
  const said = spawnSync(heddle, ["check", ...options, join(examples, example), "--sarif", file, "--output-dir", workFolder()], { encoding: "utf8" });
  expect([0, 1], said.stderr).toContain(said.status);
  return JSON.parse(readFileSync(file, "utf8"));
}

afterAll(close);

describe("the SARIF log", () => {
  it.each([
    ["lost_update.cpp", ["assertion"]],
    ["two_locks.c", ["deadlock"]],
    ["unsafe_publication.cpp", ["assertion", "race"]],
    ["safe_counter.cpp", []],
  ])("of %s follows the schema", (example, kinds) => {
    const log = sarif(example);
    expect(valid(log), JSON.stringify(valid.errors, null, 1)).toBe(true);
    const results = log.runs[0].results;
    expect(results.map((r: { ruleId: string }) => r.ruleId).sort()).toEqual(kinds);
    for (const result of results) expect(result.codeFlows[0].threadFlows.length).toBeGreaterThan(1);
  });

  it("would not be accepted with a mistake in it", () => {
    const log = sarif("lost_update.cpp");
    log.runs[0].results[0].codeFlows[0].threadFlows[0].locations[0].executionOrder = "first";
    expect(valid(log)).toBe(false);
  });
});
