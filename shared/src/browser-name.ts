/** In the order in which they are checked: the user agent of an earlier one also names later ones. */
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

/** For example `Firefox on Windows`, from a user agent. */
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
