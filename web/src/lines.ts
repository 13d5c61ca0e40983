// Lines of source files, cut once per file.
const lines = new Map<string, string[]>(); // text of a file -> its lines

export function lineText(text: string | null | undefined, line: number): string {
  if (!text || line < 1) return "";
  let all = lines.get(text);
  if (!all) lines.set(text, (all = text.split(/\r?\n/)));
  return all[line - 1]?.trim() ?? "";
}
