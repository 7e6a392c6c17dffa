import type { SiteEntry } from './pages.ts'

const cards: Record<string, string> = import.meta.glob('../../generated/site/card-*.jpg', { eager: true, query: '?url', import: 'default' })

/** The picture that stands beside a link to a page elsewhere, as the build drew it. */
export function cardOf(entry: SiteEntry): string {
  const url = cards[`../../generated/site/card-${entry}.jpg`]
  if (url === undefined) throw new Error(`The build drew no card for ${entry}`)
  return url
}
