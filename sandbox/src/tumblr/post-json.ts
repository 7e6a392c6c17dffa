import { createHash } from 'node:crypto'
import { uuidOf, type Blog } from './blogs.ts'
import { picturePath, sizesOf, type BlogImage } from './images/image.ts'
import type { Post } from './posts.ts'

/** A number that JSON allows and JavaScript can't hold; `writeJson` inserts it unquoted. */
export function long(digits: string): string {
  return `@long:${digits}`
}

export function writeJson(value: unknown): string {
  return JSON.stringify(value).replace(/"@long:(\d+)"/g, '$1')
}

/** A post as `/posts` serves it: as blocks on request, else in the legacy form. */
export function postJson(post: Post, { npf, media }: { npf: boolean; media: string }): Record<string, unknown> {
  return npf ? blocksJson(post, media) : legacyJson(post, media)
}

export function blogJson({ name, title, description }: Blog): Record<string, unknown> {
  return { name, url: `https://${name}.tumblr.com/`, title, description, updated: 1_793_534_400, uuid: uuidOf({ name } as Blog) }
}

function shared({ id, blog, timestamp, tags, text }: Post): Record<string, unknown> {
  return {
    id: long(id),
    id_string: id,
    blog_name: blog.name,
    blog: blogJson(blog),
    post_url: `https://${blog.name}.tumblr.com/post/${id}`,
    slug: text.toLowerCase().replace(/\W+/g, '-'),
    timestamp,
    date: `${new Date(timestamp * 1000).toISOString().replace('T', ' ').slice(0, 19)} GMT`,
    state: 'published',
    tags,
    summary: text,
    note_count: Number(id.slice(-4)) % 97,
  }
}

function sized(image: BlogImage, media: string) {
  return sizesOf(image).map((size) => ({ size, url: media + picturePath(image, size) }))
}

function photoJson(image: BlogImage, media: string): Record<string, unknown> {
  const sizes = sized(image, media).map(({ size, url }) => ({ url, width: size.width, height: size.height }))
  return { caption: '', original_size: sizes[0], alt_sizes: sizes }
}

/**
 * Quirk: posts of the modern editor have `type: "text"` and their images inside HTML, also in the list of photos. Only posts of the old
 * editor have `photos`.
 */
function legacyJson(post: Post, media: string): Record<string, unknown> {
  const { kind, images: imageFiles, text } = post
  if (kind === 'photo' || kind === 'photoset' || kind === 'gif') {
    const layout = kind === 'photoset' ? { photoset_layout: imageFiles.map(() => '1').join('') } : {}
    return {
      type: 'photo',
      ...shared(post),
      caption: `<p>${text}</p>`,
      image_permalink: `https://${post.blog.name}.tumblr.com/image/${post.id}`,
      ...layout,
      photos: imageFiles.map((image) => photoJson(image, media)),
    }
  }
  if (kind === 'quote') return { type: 'quote', ...shared(post), text, source: '' }
  const images = imageFiles.map((image) => {
    const [first] = sized(image, media)
    return `<figure class="tmblr-full" data-orig-height="${image.height}" data-orig-width="${image.width}"><img src="${first?.url ?? ''}"></figure>`
  })
  return { type: 'text', ...shared(post), title: null, body: `${images.join('')}<p>${text}</p>` }
}

function imageBlock(image: BlogImage, media: string): Record<string, unknown> {
  const sizes = sized(image, media).map(({ size, url }, at) => ({
    media_key: `${createHash('sha256').update(image.name).digest('hex').slice(0, 32)}:${size.name}`,
    type: image.type,
    url,
    width: size.width,
    height: size.height,
    ...(at === 0 && size.width === image.width && { has_original_dimensions: true }),
  }))
  return { type: 'image', media: sizes, alt_text: `${image.scene}, drawn` }
}

function blocksJson(post: Post, media: string): Record<string, unknown> {
  const { kind, images: imageFiles, text } = post
  const images = imageFiles.map((image) => imageBlock(image, media))
  const words = { type: 'text', text, ...(kind === 'quote' && { subtype: 'quote' }) }
  const isOld = kind === 'photo' || kind === 'photoset' || kind === 'gif'
  const content = kind === 'npf-story' ? [words, ...images] : [...images, words]
  const isReblog = kind === 'npf-reblog'
  const rows = { type: 'rows', display: content.map((_, at) => ({ blocks: [at] })) }
  return {
    type: 'blocks',
    original_type: isOld ? 'photo' : kind === 'quote' ? 'quote' : 'regular',
    is_blocks_post_format: true,
    ...shared(post),
    // Quirk: the images of a reblog are in its trail, and its own content may be empty.
    content: isReblog ? [] : content,
    layout: isReblog ? [] : [rows],
    trail: isReblog ? [{ content, layout: [rows], post: { id: `${post.id.slice(0, -3)}999` }, blog: { name: 'somebody-else' } }] : [],
  }
}
