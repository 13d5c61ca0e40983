// node_modules/.bin/vite-node shots.ts OUT [index.html…]: pictures of the page, for looking at.
import { mkdirSync } from "node:fs";
import { close, open, write } from "./support/browser";
import { madeUpCheck, madeUpFinding } from "./support/made_up";

const [out, ...files] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
const made = (threads: number, steps: number) => {
  const finding = madeUpFinding(threads, steps);
  return write(madeUpCheck([finding]), [finding]);
};
const pages: [string, string][] = files.map((file, i) => [`real-${i + 1}`, file]);
if (files.length === 0) pages.push(["lanes-80", made(80, 1200)], ["lanes-12", made(12, 300)], ["steps-50000", made(8, 50_000)], ["verified", write(madeUpCheck([]), [])]);
for (const [name, file] of pages) {
  const { page } = await open(file);
  await page.waitForTimeout(300);
  await page.screenshot({ path: `${out}/${name}-light.png` });
  await page.setViewportSize({ width: 420, height: 900 });
  await page.waitForTimeout(200);
  await page.screenshot({ path: `${out}/${name}-narrow.png`, fullPage: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  if (await page.locator(".views").count()) {
    for (const view of await page.$$eval(".views button", (all) => all.map((b) => b.textContent ?? ""))) {
      await page.click(`.views button:has-text("${view}")`);
      await page.screenshot({ path: `${out}/${name}-${view.toLowerCase()}.png` });
    }
    await page.click('.views button:has-text("Steps")');
  }
  await page.keyboard.press("t");
  await page.waitForTimeout(200);
  await page.screenshot({ path: `${out}/${name}-dark.png` });
}
await close();
