// A page opened in headless Chromium, watched for errors and for anything it asks of the network.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium, type Browser, type Page } from "playwright-core";
import type { CheckData, FindingData } from "../../../web/src/data";

const template = process.env.HEDDLE_PAGE ?? new URL("../../../build/web/page/index.html", import.meta.url).pathname;
export const heddle = process.env.HEDDLE ?? new URL("../../../build/bin/heddle", import.meta.url).pathname;
const chromiumPath = process.env.CHROMIUM ?? "/usr/bin/chromium";

let browser: Browser | undefined;
const folder = mkdtempSync(join(tmpdir(), "heddle-page-"));
let written = 0;

export const workFolder = () => folder;

export interface Opened {
  page: Page;
  problems: string[]; // console errors, exceptions, requests for anything but the file itself
}

export async function open(file: string, size = { width: 1440, height: 900 }): Promise<Opened> {
  browser ??= await chromium.launch({ executablePath: chromiumPath, args: ["--no-sandbox", "--disable-gpu"] });
  const context = await browser.newContext({ viewport: size, colorScheme: "light" });
  const page = await context.newPage();
  const url = pathToFileURL(file).href;
  const problems: string[] = [];
  page.on("console", (m) => (m.type() === "error" || m.type() === "warning") && problems.push(m.text()));
  page.on("pageerror", (e) => problems.push(String(e)));
  page.on("request", (r) => r.url() !== url && !r.url().startsWith("data:") && problems.push(`asked for ${r.url()}`));
  await page.goto(url);
  await page.waitForSelector("nav");
  return { page, problems };
}

// The template filled in as the tool does it.
export function write(check: CheckData, findings: FindingData[]): string {
  const element = (id: string, data: unknown) =>
    `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
  const all = [element("check", check), ...findings.map((f, i) => element(`finding-${i}`, f))].join("\n");
  const file = join(folder, `${++written}.html`);
  writeFileSync(file, readFileSync(template, "utf8").replace("<!--heddle-data-->", () => all));
  return file;
}

export async function close() {
  await browser?.close();
  browser = undefined;
  rmSync(folder, { recursive: true, force: true });
}
