/** In the order in which they are looked for: every later one is also named in the words of an earlier one. */
const BROWSERS = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /Firefox\/|FxiOS\//],
  ['Chrome', /Chrome\/|CriOS\//],
  ['Safari', /Safari\//],
] as const
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['ChromeOS', /CrOS/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux/],
] as const

const nameIn = (agent: string, names: readonly (readonly [string, RegExp])[]): string | undefined =>
  names.find(([, sign]) => sign.test(agent))?.[0]

/** `Firefox on Windows`, from what a browser says of itself. */
export function browserName(agent: string | null): string {
  const browser = nameIn(agent ?? '', BROWSERS)
  const system = nameIn(agent ?? '', SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown browser'
}

/** Whether it runs on a phone or a tablet. */
export function isMobile(agent: string | null): boolean {
  return /Mobi|Android|iPhone|iPad/.test(agent ?? '')
}
