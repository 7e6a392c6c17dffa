import { ALT_TEXT_MAX } from '../slide/limits.ts'
import { TAG_LENGTH_MAX, TAGS_MAX, type TumblrOptions } from './tumblr-options.ts'

/** Limits of the Neue Post Format: code points of a text block, and blocks and images of a post. */
export const TUMBLR_TEXT_MAX = 4096
const TEXT_BLOCKS_MAX = 900

export interface TumblrFile {
  /** MIME type. */
  type: string
  width: number
  height: number
}
export interface TumblrImage extends TumblrFile {
  /** Empty where there is none. */
  altText: string
}

interface SentMedia extends TumblrFile {
  /** The name of the part of the form that holds its bytes. */
  identifier: string
}
export type TumblrBlock =
  | { type: 'image'; media: [SentMedia]; alt_text?: string }
  // The documents have an object here, and a list for images.
  | { type: 'video'; media: SentMedia }
  | { type: 'text'; text: string }

export interface TumblrPost {
  content: TumblrBlock[]
  layout: { type: 'rows'; display: { blocks: number[] }[] }[]
  /** One text with commas. */
  tags: string
}

export type TumblrWords = Pick<TumblrOptions, 'tags'> & { caption: string; description: string }

/** The images in rows, then the caption, then the paragraphs of the description. */
export function tumblrPhotoPost(pictures: readonly TumblrImage[], words: TumblrWords & Pick<TumblrOptions, 'layout'>): TumblrPost {
  const images = pictures.map(({ altText, type, width, height }, at): TumblrBlock => {
    const alt = cutCodePoints(clean(altText), ALT_TEXT_MAX)
    return { type: 'image', media: [{ type, identifier: imageIdentifier(at), width, height }], ...(alt && { alt_text: alt }) }
  })
  return post(images, rowsOf(pictures.length, words.layout), words)
}

export function tumblrVideoPost({ type, width, height }: TumblrFile, words: TumblrWords): TumblrPost {
  return post([{ type: 'video', media: { type, identifier: VIDEO_IDENTIFIER, width, height } }], [1], words)
}

/** Names of the parts of the form; `at` is 0-based. */
export const imageIdentifier = (at: number) => `slide-${at + 1}`
export const VIDEO_IDENTIFIER = 'video'

function post(media: readonly TumblrBlock[], rows: readonly number[], { caption, description, tags }: TumblrWords): TumblrPost {
  const content = [...media, ...textBlocks(caption, description)]
  let next = 0
  // Each block gets a row; several in one row are images.
  const sizes = [...rows, ...content.slice(media.length).map(() => 1)]
  const display = sizes.map((size) => ({ blocks: Array.from({ length: size }, () => next++) }))
  return { content, layout: [{ type: 'rows', display }], tags: cleanTags(tags).join(',') }
}

/** Images per row: three, and two where one would be left alone. */
export function rowsOf(pictures: number, layout: TumblrOptions['layout']): number[] {
  const inRow = { auto: 3, one: 1, two: 2, three: 3 }[layout]
  const fullRows = Math.floor(pictures / inRow)
  const remainder = pictures % inRow
  if (layout === 'auto' && remainder === 1 && fullRows > 0) return [...Array<number>(fullRows - 1).fill(3), 2, 2]
  return [...Array<number>(fullRows).fill(inRow), ...(remainder > 0 ? [remainder] : [])]
}

function clean(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').trim()
}

function textBlocks(caption: string, description: string): TumblrBlock[] {
  const paragraphs = [clean(caption), ...clean(description).split(/\n\s*\n/)].map((text) => text.trim()).filter(Boolean)
  // Unlikely counts share one row as far as they fit.
  const blocks = paragraphs.length > TEXT_BLOCKS_MAX ? [paragraphs.join('\n\n')] : paragraphs
  return blocks.flatMap((text) => splitCodePoints(text, TUMBLR_TEXT_MAX)).map((text) => ({ type: 'text', text }))
}

function cutCodePoints(text: string, limit: number): string {
  return text.length <= limit ? text : Array.from(text).slice(0, limit).join('')
}

/** Splits a text into chunks of at most this many code points, at white space if there is some in the last third. */
function splitCodePoints(text: string, limit: number): string[] {
  if (text.length <= limit) return [text]
  const chunks: string[] = []
  let remaining = Array.from(text)
  while (remaining.length > limit) {
    const space = remaining.slice(0, limit + 1).findLastIndex((sign) => /\s/.test(sign))
    const end = space > (limit * 2) / 3 ? space : limit
    chunks.push(remaining.slice(0, end).join(''))
    remaining = remaining.slice(end)
  }
  chunks.push(remaining.join(''))
  return chunks.map((piece) => piece.trim()).filter(Boolean)
}

/** Each once, without the comma that ends a tag and without the number sign that Tumblr puts in front by itself. */
export function cleanTags(tags: readonly string[]): string[] {
  const unique = new Map<string, string>()
  for (const tag of tags.flatMap((one) => one.toWellFormed().split(','))) {
    const words = tag
      .replace(/\s+/g, ' ')
      .trim()
      .replace(/^#+\s*/, '')
    const shortened = cutCodePoints(words, TAG_LENGTH_MAX).trim()
    if (shortened && !unique.has(shortened.toLowerCase())) unique.set(shortened.toLowerCase(), shortened)
  }
  return [...unique.values()].slice(0, TAGS_MAX)
}

/** Letters of the readable part of a slug. */
const SLUG_WORDS_MAX = 40

/**
 * The end of a post's address, which also identifies the post when the response to its creation is lost: words of the caption in URL form, and a
 * unique suffix of letters and digits.
 */
export function slugOf(caption: string, suffix: string): string {
  const words = caption
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/g, '')
    .match(/[a-z0-9]+/g)
  let slug = ''
  for (const word of words ?? []) {
    if (slug.length + word.length + 1 > SLUG_WORDS_MAX) break
    slug += `${word}-`
  }
  return slug + suffix
}
