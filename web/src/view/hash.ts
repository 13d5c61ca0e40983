// The part of the address that says what is looked at: "#2.14" is step 14 of the second finding, "#2.failure" its failure. So a step
// can be linked to, and the page can be opened where it was.

export const stepHash = (finding: number, row: number) => `#${finding + 1}.${row + 1}`;

// -1 for what is not said.
export function readHash(text: string): { finding: number; row: number } {
  const match = /^#(\d+)(?:\.(\d+))?$/.exec(text);
  return { finding: match ? Number(match[1]) - 1 : -1, row: match?.[2] ? Number(match[2]) - 1 : -1 };
}
