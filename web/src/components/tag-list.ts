export interface TagLimits {
  /** Number of tags. */
  most: number
  /** Characters per tag. */
  length: number
}

/** Splits typed or pasted text at commas, line breaks and hash signs. */
export function splitTags(text: string): string[] {
  return text
    .split(/[,\n#]/)
    .map((tag) => tag.replaceAll(/\s+/g, ' ').trim())
    .filter((tag) => tag !== '')
}

/** Adds new tags, compared without case, up to the limit; `left` is the number that did not fit. */
export function joinTags(tags: readonly string[], added: readonly string[], { most, length }: TagLimits): { tags: string[]; left: number } {
  const existing = new Set(tags.map((tag) => tag.toLowerCase()))
  const fresh: string[] = []
  for (const tag of added) {
    const short = tag.slice(0, length).trim()
    if (existing.has(short.toLowerCase())) continue
    existing.add(short.toLowerCase())
    fresh.push(short)
  }
  const accepted = fresh.slice(0, Math.max(0, most - tags.length))
  return { tags: [...tags, ...accepted], left: fresh.length - accepted.length }
}
