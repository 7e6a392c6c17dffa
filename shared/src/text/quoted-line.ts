/** User text as one quoted line: whatever it contains, it cannot look like a line of the prompt. */
export function quotedLine(text: string): string {
  return JSON.stringify(text.toWellFormed().trim())
}
