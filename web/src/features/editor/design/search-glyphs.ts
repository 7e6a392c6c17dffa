/** An emoji or icon: the key that the painter knows, its name, and further words to find it by. */
export interface Glyph {
  key: string
  name: string
  words: string
}

export interface GlyphGroup {
  name: string
  /** Names the file of previews. */
  slug: string
  glyphs: readonly Glyph[]
}

/** Most glyphs that a search shows. */
const FOUND_MAX = 96

/** The glyphs that match every word of a query, those that match by name first, in one list for each file of previews. */
export function searchGlyphs(groups: readonly GlyphGroup[], query: string): GlyphGroup[] {
  const words = query.toLowerCase().trim().split(/\s+/)
  const rankOf = ({ name, words: others }: Glyph): number => {
    if (words.every((word) => ` ${name.toLowerCase()}`.includes(` ${word}`))) return 0
    return words.every((word) => ` ${name.toLowerCase()} ${others.replaceAll('_', ' ')}`.includes(` ${word}`)) ? 1 : 2
  }
  const found = groups
    .flatMap((group) => group.glyphs.map((glyph) => ({ group, glyph, rank: rankOf(glyph) })))
    .filter(({ rank }) => rank < 2)
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, FOUND_MAX)
  return found.map(({ group, glyph }) => ({ ...group, glyphs: [glyph] }))
}
