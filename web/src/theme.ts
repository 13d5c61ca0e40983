// Light or dark: as the system has it until the reader chooses; and the colours of threads, which the canvas needs too.

export type Theme = "light" | "dark";

export function initialTheme(): Theme {
  const stored = stored_();
  if (stored === "light" || stored === "dark") return stored;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export function applyTheme(theme: Theme) {
  document.documentElement.dataset.theme = theme;
  try {
    localStorage.setItem("heddle-theme", theme);
  } catch {
    // A page opened from a file may have no storage; the choice then lasts as long as the page.
  }
}

function stored_(): string | null {
  try {
    return localStorage.getItem("heddle-theme");
  } catch {
    return null;
  }
}

const hues = [262, 155, 45, 330, 200, 100, 300, 70, 225, 15];

// Distinct for the first ten threads, then spread evenly.
export function threadColour(thread: number, theme: Theme): string {
  const hue = thread < hues.length ? hues[thread] : (thread * 137.508) % 360;
  return theme === "dark" ? `oklch(0.76 0.13 ${hue})` : `oklch(0.53 0.16 ${hue})`;
}
