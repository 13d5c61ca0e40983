// Many steps and many threads: the page must stay fluent and whole.
import { afterAll, describe, expect, it } from "vitest";
import { close, open, write } from "../support/browser";
import { madeUpCheck, madeUpFinding } from "../support/made_up";

const made = (threads: number, steps: number) => {
  const finding = madeUpFinding(threads, steps);
  return open(write(madeUpCheck([finding]), [finding]));
};

afterAll(close);

describe("50,000 steps", () => {
  it("steps, jumps and searches within 50 ms", async () => {
    const { page, problems } = await made(8, 50_000);
    await page.keyboard.press("Home");
    // From the key to the next frame having been laid out, in the page itself.
    const times = await page.evaluate(async () => {
      const took = async (act: () => void) => {
        await new Promise(requestAnimationFrame);
        const begin = performance.now();
        act();
        await new Promise((done) => setTimeout(done)); // preact renders in a microtask or a timer
        document.querySelector(".step.current")?.getBoundingClientRect();
        return performance.now() - begin;
      };
      const key = (name: string) => () => void dispatchEvent(new KeyboardEvent("keydown", { key: name }));
      const all: Record<string, number[]> = { step: [], jump: [] };
      for (let i = 0; i < 200; ++i) all.step.push(await took(key("ArrowDown")));
      for (const name of ["End", "Home", "d", "s", "S", "v", "]", "f", "PageUp"]) all.jump.push(await took(key(name)));
      const box = document.querySelector<HTMLInputElement>(".search input")!;
      all.search = [await took(() => { box.value = "counter[3]"; box.dispatchEvent(new Event("input", { bubbles: true })); })];
      return all;
    });
    const median = (list: number[]) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
    console.log(`median step ${median(times.step).toFixed(1)} ms, jump ${median(times.jump).toFixed(1)} ms, search ${times.search[0].toFixed(1)} ms`);
    expect(median(times.step)).toBeLessThan(50);
    expect(median(times.jump)).toBeLessThan(50);
    expect(times.search[0]).toBeLessThan(400);
    expect(await page.locator(".step").count()).toBeLessThan(100); // only those in sight exist
    expect(problems).toEqual([]);
  });

  it("shows the right step after a jump, in sight", async () => {
    const { page } = await made(8, 50_000);
    await page.keyboard.press("d");
    expect(await page.getAttribute(".step.decisive", "data-row")).toBe("25000");
    for (const [key, row] of [["End", 50_000], ["PageUp", 49_980], ["Home", 0], ["d", 25_000]] as const) {
      await page.keyboard.press(key);
      const step = page.locator(".step.current");
      expect(Number(await step.getAttribute("data-row"))).toBe(row);
      const list = (await page.locator(".step-list").boundingBox())!;
      const box = (await step.boundingBox())!;
      expect(box.y).toBeGreaterThanOrEqual(list.y - 1);
      expect(box.y + box.height).toBeLessThanOrEqual(list.y + list.height + 1);
    }
  });

  it("leaves out what does not matter when asked", async () => {
    const { page } = await made(8, 50_000);
    await page.keyboard.press("Home");
    await page.check(".brief input");
    for (let i = 0; i < 30; ++i) {
      await page.keyboard.press("ArrowDown");
      expect(await page.textContent(".step.current .what")).not.toMatch(/^read/);
    }
  });
});

describe("80 threads", () => {
  it("are all there", async () => {
    const { page, problems } = await made(80, 1200);
    await page.keyboard.press("Home");
    expect(await page.locator(".guide").count()).toBe(80);
    expect(await page.locator(".threads > ul > li").count()).toBe(80);
    expect(await page.textContent(".threads > ul > li:last-child")).toContain("not created yet");
    expect(problems).toEqual([]);
  });
});
