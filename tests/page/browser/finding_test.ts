// A finding that the tool itself wrote, as a reader goes through it.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { close, heddle, open, workFolder, type Opened } from "../support/browser";

const program = `#include <pthread.h>
#include <assert.h>
int balance; // </script><script>alert(1)</script> & "quotes"
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *pay(void *unused) {
  pthread_mutex_lock(&m);
  int old = balance;
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
  balance = old + 10;
  pthread_mutex_unlock(&m);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, pay, 0);
  pthread_create(&b, 0, pay, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(balance == 20);
}
`;
const assertLine = 20;

function check(): string {
  const source = join(workFolder(), "pay.c");
  const report = join(workFolder(), "report");
  writeFileSync(source, program);
  try {
    execFileSync(heddle, ["check", source, "--quiet", "--report", report, "--output-dir", report], { encoding: "utf8" });
  } catch (error) {
    expect((error as { status: number }).status).toBe(1); // a bug
  }
  return join(report, "index.html");
}

describe("the page of a finding", () => {
  let opened: Opened;
  let file: string;
  beforeAll(async () => {
    file = check();
    opened = await open(file);
  });
  afterAll(close);

  const current = () => opened.page.getAttribute(".step.current", "data-row").then(Number);
  const press = async (...keys: string[]) => {
    for (const key of keys) await opened.page.keyboard.press(key);
  };

  it("says what failed, and where", async () => {
    const { page } = opened;
    expect(await page.textContent(".why h1")).toContain("assertion failed: balance == 20");
    expect(await page.textContent(".why")).toContain(`pay.c:${assertLine}`);
    expect(await page.title()).toContain("bug");
    await press("f");
    expect(await page.textContent(".step.current")).toContain("assertion failed");
    expect(await page.getAttribute(".line.here", "data-line")).toBe(String(assertLine));
    expect(await page.textContent(".line.here code")).toBe("  assert(balance == 20);");
  });

  it("shows the source as it is, markup and all", async () => {
    await press("Home");
    expect(await opened.page.textContent('.code [data-line="3"] code')).toBe('int balance; // </script><script>alert(1)</script> & "quotes"');
  });

  it("is stepped through with the keyboard, source and values going along", async () => {
    const { page } = opened;
    await press("Home");
    expect(await current()).toBe(0);
    await press("ArrowDown", "j", "ArrowRight");
    expect(await current()).toBe(3);
    await press("k", "ArrowUp", "ArrowLeft", "ArrowLeft");
    expect(await current()).toBe(0);

    const seen: string[] = [];
    await press("Home");
    for (let row = 0; ; ++row) {
      expect(await current()).toBe(row);
      const words = (await page.textContent(".step.current .what"))!;
      if (words.startsWith("assertion")) break;
      const where = Number((await page.textContent(".step.current .where"))!.replace(/\D*(\d+)$/, "$1"));
      expect(Number(await page.getAttribute(".line.here", "data-line"))).toBe(where);
      const written = words.match(/^write balance = (\d+)/);
      if (written) {
        expect(await page.textContent('.values [data-name="balance"] .value')).toBe(written[1]);
        expect(await page.getAttribute('.values [data-name="balance"]', "class")).toContain("changed");
        seen.push(written[1]);
      }
      if (/^lock m/.test(words)) expect(await page.textContent('.values [data-name="m"] .value')).toMatch(/held by main\.\d/);
      if (/^unlock m/.test(words)) expect(await page.textContent('.values [data-name="m"] .value')).toBe("free");
      await press("ArrowDown");
    }
    expect(seen).toEqual(["10", "10"]); // the lost update
    const last = await current();
    await press("ArrowDown");
    expect(await current()).toBe(last);
  });

  it("jumps to switches", async () => {
    await press("Home", "s");
    const row = await current();
    const name = (await opened.page.getAttribute(".step.current", "class"))!;
    expect(name).toContain("switched");
    await press("s", "S");
    expect(await current()).toBe(row);
  });

  it("draws arrows between what belongs together", async () => {
    const { page } = opened;
    await press("Home");
    const rows = await page.locator(".step").all();
    let value = 0;
    let order = 0;
    for (const row of rows) {
      await row.hover();
      value += await page.locator(".arrows path.data[data-from]").count();
      order += await page.locator(".arrows path.order[data-from]").count();
      for (const arrow of await page.locator(".arrows path[data-from]").all())
        expect(Number(await arrow.getAttribute("data-from"))).toBeLessThan(Number(await arrow.getAttribute("data-to")));
    }
    expect(value).toBeGreaterThan(0); // main reads what a thread wrote
    expect(order).toBeGreaterThan(0); // a lock handed over, threads created
    await page.mouse.move(5, 5);
  });

  it("searches", async () => {
    const { page } = opened;
    await press("Home", "/");
    await page.keyboard.type("write balance");
    expect(await page.textContent(".hits")).toBe("– / 2");
    expect(await page.locator(".step.hit").count()).toBe(2);
    await press("Enter");
    expect(await page.textContent(".step.current .what")).toContain("write balance");
    const first = await current();
    await press("Escape", "n");
    expect(await current()).toBeGreaterThan(first);
    await press("n");
    expect(await current()).toBe(first);
    await press("/");
    await page.keyboard.type("nothing of the kind");
    expect(await page.textContent(".hits")).toBe("none");
    await page.fill(".search input", "");
    await press("Escape");
  });

  it("goes to what is clicked: a step, a source line, the timeline", async () => {
    const { page } = opened;
    await page.click('.step[data-row="2"]');
    expect(await current()).toBe(2);
    await page.click('.code [data-line="10"]');
    expect(await page.textContent(".step.current .what")).toContain("write balance");
    const box = (await page.locator(".timeline").boundingBox())!;
    await page.mouse.click(box.x + 86, box.y + 20);
    expect(await current()).toBe(0);
  });

  it("is light or dark", async () => {
    const { page } = opened;
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const light = await background();
    await press("t");
    expect(await page.getAttribute("html", "data-theme")).toBe("dark");
    expect(await background()).not.toBe(light);
    await page.click('[aria-label="Light or dark"]');
    expect(await background()).toBe(light);
  });

  it("lists its keys", async () => {
    const { page } = opened;
    await press("?");
    expect(await page.textContent("dialog[open]")).toContain("one step forward");
    const row = await current();
    await press("j"); // the dialog is open: nothing moves
    expect(await current()).toBe(row);
    await press("Escape");
    expect(await page.locator("dialog[open]").count()).toBe(0);
  });

  it("shows the check as a whole", async () => {
    const { page } = opened;
    await page.click("nav .pages button:first-child");
    expect(await page.textContent(".verdict h1")).toBe("1 bug");
    expect(await page.textContent(".found")).toContain("assertion failed");
    expect(await page.locator(".coverage .line.covered").count()).toBeGreaterThan(3);
    await page.click(".found button");
    expect(await page.locator(".finding").count()).toBe(1);
  });

  it("needs nothing but itself, and has no errors", () => {
    expect(opened.problems).toEqual([]);
    expect(readFileSync(file, "utf8")).not.toMatch(/(src|href)="(https?:|\/)/);
  });

  it("links to each step, and opens there", async () => {
    const { page } = opened;
    await press("Home", "j", "j");
    // Set after the step is painted. The page forbids to make code from text, as waitForFunction does.
    await expect.poll(() => page.evaluate(() => location.hash)).toBe("#1.3");
    expect(await page.getAttribute(".step.current a.number", "href")).toBe("#1.3");
    await page.evaluate(() => (location.hash = "#1.2"));
    await page.waitForSelector('.step.current[data-row="1"]');
  });

  it("searches the source text too", async () => {
    const { page } = opened;
    await page.fill(".search input", "int old");
    expect(await page.textContent(".hits")).toMatch(/ 2$|\/ 2$/);
    await page.fill(".search input", "");
  });

  it("shows only one thread, or one variable", async () => {
    const { page } = opened;
    const threads = () => page.$$eval(".step:not(.failure) .dot", (dots) => new Set(dots.map((d) => (d as HTMLElement).style.left)).size);
    await page.selectOption('select[aria-label="Thread"]', "1");
    expect(await threads()).toBe(1);
    await page.selectOption('select[aria-label="Thread"]', "-1");
    await page.selectOption('select[aria-label="Variable"]', { label: "balance" });
    for (const words of await page.$$eval(".step:not(.failure) .what", (all) => all.map((w) => w.textContent))) expect(words).toContain("balance");
    await page.selectOption('select[aria-label="Variable"]', "-1");
  });

  it("draws what happens before what, and the nearest passing run", async () => {
    const { page } = opened;
    await page.click('.views button:has-text("Graph")');
    expect(await page.locator(".graph .node").count()).toBeGreaterThan(5);
    expect(await page.locator(".graph .edge.order").count()).toBeGreaterThan(0);
    await page.click('.views button:has-text("Compare")');
    expect(await page.textContent(".compare")).toContain("ends well");
    expect(await page.locator(".compare tr.differs").count()).toBeGreaterThan(0);
    await page.click('.views button:has-text("Steps")');
  });

  it("fits a narrow screen", async () => {
    const { page } = opened;
    const before = page.viewportSize();
    await page.setViewportSize({ width: 420, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(420);
    expect((await page.locator(".steps").boundingBox())?.height).toBeGreaterThan(300);
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.keyboard.press("Home");  // a step concerns other panels, too: they move, and the page stays
    for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowDown");
    await page.waitForTimeout(200);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    if (before) await page.setViewportSize(before);
  });
});
