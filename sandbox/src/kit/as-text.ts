/** A string as it is, else an empty one. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
