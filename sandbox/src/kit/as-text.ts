/** A text as it is; anything else is no text. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
