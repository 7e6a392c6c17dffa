/** `#rrggbb` in lower case from typed text such as `FA0` or `#ff8800`; null for anything else. */
export function parseHex(typed: string): string | null {
  const [, digits] = /^#?([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(typed.trim()) ?? []
  if (digits === undefined) return null
  const full = digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits
  return `#${full.toLowerCase()}`
}
