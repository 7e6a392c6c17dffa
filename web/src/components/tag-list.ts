export interface TagLimits {
  /** Most tags. */
  most: number
  /** Longest tag, in characters. */
  length: number
}

/** Tags out of what was typed or pasted: between commas, line breaks and hash signs. */
export function splitTags(text: string): string[] {
  return text
    .split(/[,\n#]/)
    .map((tag) => tag.replaceAll(/\s+/g, ' ').trim())
    .filter((tag) => tag !== '')
}

/** Adds what is new, whatever its case, as far as there is room; `left` did not find any. */
export function joinTags(tags: readonly string[], added: readonly string[], { most, length }: TagLimits): { tags: string[]; left: number } {
  const known = new Set(tags.map((tag) => tag.toLowerCase()))
  const fresh: string[] = []
  for (const tag of added) {
    const short = tag.slice(0, length).trim()
    if (known.has(short.toLowerCase())) continue
    known.add(short.toLowerCase())
    fresh.push(short)
  }
  const taken = fresh.slice(0, Math.max(0, most - tags.length))
  return { tags: [...tags, ...taken], left: fresh.length - taken.length }
}
