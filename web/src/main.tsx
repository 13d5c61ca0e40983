import { render } from "preact";
import { readCheck } from "./data";
import "./style.css";
import { App } from "./view/app";

const root = document.getElementById("app")!;
try {
  const check = readCheck();
  const program = check.settings.find(([name]) => name === "program")?.[1] ?? "";
  document.title = `${check.verdict}: ${program} · heddle`;
  render(<App check={check} />, root);
} catch (error) {
  root.textContent = `This report cannot be shown: ${error instanceof Error ? error.message : error}`;
}
