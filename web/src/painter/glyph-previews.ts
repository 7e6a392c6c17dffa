import { z } from 'zod'

const emojiIndexSchema = z.array(
  z
    .object({ name: z.string(), slug: z.string(), emoji: z.array(z.tuple([z.string(), z.string(), z.string()])) })
    .transform(({ name, slug, emoji }) => ({ name, slug, glyphs: emoji.map(([key, label, words]) => ({ key, name: label, words })) })),
)

/** The emoji that the painter can draw, in Unicode's groups. */
export async function fetchEmojiIndex(): Promise<z.infer<typeof emojiIndexSchema>> {
  const response = await fetch('/painter/emoji-index.json')
  if (!response.ok) throw new Error(`The list of emoji answered ${response.status}`)
  return emojiIndexSchema.parse(await response.json())
}

/** The drawing of an emoji or icon for `<svg><use href={...} /></svg>`: all of a group are in one file. */
export function glyphPreviewUrl(slug: string, key: string): string {
  return slug === 'icons' ? `/painter/icons.svg#${key}` : `/painter/emoji-${slug}.svg#e${key}`
}
