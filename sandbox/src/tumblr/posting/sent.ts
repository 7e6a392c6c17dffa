import type { Context } from 'hono'
import { failed } from '../responses.ts'
import { blocksFault, editSchema, mediaOf, postSchema, type Block, type EditBody, type PostBody } from './blocks.ts'
import { readParts, type Part } from './multipart.ts'
import type { OwnPost, OwnPosts, SentFile } from './own-posts.ts'

const JSON_MAX = 1024 * 1024
const PICTURE_MAX = 10 * 1024 * 1024
const VIDEO_MAX = 100 * 1024 * 1024

const badlyFormed = (detail: string) => failed({ status: 400, code: 8001, detail })

export interface Sent<Body> {
  body: Body
  /** By the names under which the blocks know them. */
  files: Map<string, SentFile>
}

/** A new post: blocks, and the files they name. */
export async function readPost(c: Context, own: OwnPosts): Promise<Sent<PostBody> | Response> {
  const form = await readForm(c)
  if (form instanceof Response) return form
  const body = postSchema.safeParse(form.json).data
  return body ? withFiles(body, form.files, own) : badlyFormed("'content' must be an array")
}

/**
 * A change of a post. Without blocks its own stay, which is how a draft is published; with blocks it is replaced, and existing files are
 * named by their addresses.
 */
export async function readEdit(c: Context, { own, post }: { own: OwnPosts; post: OwnPost }): Promise<Sent<EditBody> | Response> {
  const form = await readForm(c)
  if (form instanceof Response) return form
  const edit = editSchema.safeParse(form.json).data
  if (!edit) return badlyFormed('the parameters are invalid')
  if (!edit.content) return form.files.length === 0 ? { body: edit, files: new Map() } : badlyFormed('identifiers and parts do not match')
  const body = postSchema.safeParse({ state: post.state, ...edit }).data
  if (!body) return badlyFormed("'content' must be an array")
  const isOfPost = (url: string) => post.pictures.some(({ sha256 }) => url.endsWith(`/own/${sha256}`))
  if (!urlsOf(body.content).every(isOfPost)) return badlyFormed('media is not of this post')
  return withFiles(body, form.files, own)
}

/** The files of a post in block order: those of the request, and existing ones. */
export function filesOf(content: readonly Block[], sent: ReadonlyMap<string, SentFile>, previous: readonly SentFile[] = []): SentFile[] {
  return content.flatMap((one) => {
    const { identifier, url } = mediaOf(one) ?? {}
    if (typeof identifier === 'string') return sent.get(identifier) ?? []
    return typeof url === 'string' ? (previous.find(({ sha256 }) => url.endsWith(`/own/${sha256}`)) ?? []) : []
  })
}

function urlsOf(content: readonly Block[]): string[] {
  return content.flatMap((one) => {
    const { identifier, url } = mediaOf(one) ?? {}
    return identifier === undefined && typeof url === 'string' ? [url] : []
  })
}

async function readForm(c: Context): Promise<{ json: unknown; files: Part[] } | Response> {
  const type = c.req.header('content-type') ?? ''
  const bytes = Buffer.from(await c.req.arrayBuffer())
  const isJson = /^application\/json\s*(;|$)/i.test(type)
  const parts = isJson ? [{ name: 'json', filename: null, type: 'application/json', bytes }] : readParts(bytes, type)
  // The documents write it first; the platform's own client sends it last.
  const { blocks: [post, ...further] = [], files = [] } = Object.groupBy(parts ?? [], ({ name }) => (name === 'json' ? 'blocks' : 'files'))
  if (!post?.type.startsWith('application/json') || further.length > 0) return badlyFormed('one part has to be json')
  if (post.bytes.byteLength > JSON_MAX) return badlyFormed('the post is too long')
  try {
    return { json: JSON.parse(post.bytes.toString('utf8')), files }
  } catch (error) {
    if (error instanceof SyntaxError) return badlyFormed('the json cannot be read')
    throw error
  }
}

async function withFiles<Body extends PostBody>(body: Body, parts: readonly Part[], own: OwnPosts): Promise<Sent<Body> | Response> {
  const fault = blocksFault(body)
  if (fault === 'carousel') return failed({ status: 403, detail: 'This blog has no carousels' })
  if (fault) return badlyFormed(`'${fault}' is invalid`)
  const files = await readFiles(body, parts, own)
  return files instanceof Response ? files : { body, files }
}

/** Every file that is named has its part, and every part is named. */
async function readFiles({ content }: PostBody, parts: readonly Part[], own: OwnPosts): Promise<Map<string, SentFile> | Response> {
  const named = content.flatMap((one) => mediaOf(one)?.['identifier'] ?? []).map(String)
  const names = parts.map((part) => part.name)
  if (new Set(names).size < names.length || [...named].toSorted().join('\n') !== [...names].toSorted().join('\n')) {
    return badlyFormed('identifiers and parts do not match')
  }
  const stored = await Promise.all(parts.map(async (part) => [part.name, await storePart(part, own)] as const))
  const files = new Map<string, SentFile>()
  for (const [name, file] of stored) {
    const block = content.find((one) => mediaOf(one)?.['identifier'] === name)
    if (!file || file.type.startsWith('video/') !== (block?.type === 'video')) {
      return failed({ status: 400, code: 8005, detail: 'The uploaded media is of a format that is not accepted' })
    }
    files.set(name, file)
  }
  return files
}

async function storePart({ bytes, filename, type }: Part, own: OwnPosts): Promise<SentFile | null> {
  const most = type.startsWith('video/') ? VIDEO_MAX : PICTURE_MAX
  return filename !== null && bytes.byteLength <= most ? own.keep(bytes) : null
}
