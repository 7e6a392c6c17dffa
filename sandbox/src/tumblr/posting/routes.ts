import type { Context, Hono } from 'hono'
import { failed, notFound, ok, unauthorized } from '../answers.ts'
import type { ApiEnv } from '../caller.ts'
import type { Person } from '../people.ts'
import { long } from '../post-json.ts'
import { blocksFault, mediaOf, placed, postSchema, tagsOf, type PostBody } from './blocks.ts'
import { readParts, type Part } from './multipart.ts'
import type { OwnPost, OwnPosts, SentPicture } from './own-posts.ts'

const JSON_MAX = 1024 * 1024
const PICTURE_MAX = 10 * 1024 * 1024

const badlyFormed = (detail: string) => failed({ status: 400, code: 8001, detail })

export interface Posting {
  own: OwnPosts
  /** Where pictures are served, with the origin. */
  media: (c: Context) => string
}

/** Making, changing and deleting posts of one's own blog, in the form of blocks. */
export function servePosting(app: Hono<ApiEnv>, { own, media }: Posting): void {
  app.post('/v2/blog/:blog/posts', async (c) => {
    const person = ownerOf(c)
    if (person instanceof Response) return person
    const sent = await readSent(c, own)
    if (sent instanceof Response) return sent
    const { body, pictures } = sent
    const cap = own.cap(person, pictures.size)
    if (cap === 'posts') return failed({ status: 403, code: 8023, detail: 'The daily posting limit of this blog is reached.' })
    if (cap === 'pictures') return failed({ status: 403, code: 8004, detail: 'You have hit a posting or media upload limit for the day.' })
    const { content, layout, state, tags, slug } = body
    const post = own.add({
      blog: person.name,
      state,
      content: placed(content, pictures, media(c)),
      layout,
      tags: tagsOf(tags),
      slug,
      pictures: [...pictures.values()],
    })
    return ok({ id: post.id, state: post.state, display_text: `Posted to ${person.name}` }, 201)
  })

  app.put('/v2/blog/:blog/posts/:id', async (c) => {
    const person = ownerOf(c)
    if (person instanceof Response) return person
    const post = own.find(person.name, c.req.param('id'))
    if (!post) return notFound()
    const sent = await readSent(c, own)
    if (sent instanceof Response) return sent
    const { content, layout, state, tags, slug } = sent.body
    own.change(post, { state, layout, tags: tagsOf(tags), slug: slug || post.slug, content: placed(content, sent.pictures, media(c)) })
    return ok({ id: post.id, state: post.state })
  })

  app.post('/v2/blog/:blog/post/delete', async (c) => {
    const person = ownerOf(c)
    if (person instanceof Response) return person
    const post = own.find(person.name, new URLSearchParams(await c.req.text()).get('id') ?? '')
    if (!post) return notFound()
    own.remove(post)
    return ok({ id: post.id })
  })
}

/** Who signed the call, if the blog is theirs. */
export function ownerOf(c: Context<ApiEnv>): Person | Response {
  const { person } = c.get('caller')
  if (!person) return unauthorized()
  const blog = (c.req.param('blog') ?? '').replace(/\.tumblr\.com$/, '')
  return blog === person.name || blog === `t:${person.name}` ? person : failed({ status: 403, detail: 'This blog is not yours' })
}

export function ownPostJson({ id, blog, state, content, layout, tags, slug, createdAt }: OwnPost): Record<string, unknown> {
  return {
    type: 'blocks',
    original_type: 'regular',
    is_blocks_post_format: true,
    id: long(id),
    id_string: id,
    blog_name: blog,
    post_url: `https://${blog}.tumblr.com/post/${id}${slug && `/${slug}`}`,
    slug,
    state,
    timestamp: createdAt,
    tags,
    content,
    layout,
    trail: [],
  }
}

interface Sent {
  body: PostBody
  pictures: Map<string, SentPicture>
}

async function readSent(c: Context, own: OwnPosts): Promise<Sent | Response> {
  const type = c.req.header('content-type') ?? ''
  const bytes = Buffer.from(await c.req.arrayBuffer())
  const isJson = /^application\/json\s*(;|$)/i.test(type)
  const parts = isJson ? [{ name: 'json', filename: null, type: 'application/json', bytes }] : readParts(bytes, type)
  const [first, ...files] = parts ?? []
  if (first?.name !== 'json' || !first.type.startsWith('application/json')) return badlyFormed('the first part has to be json')
  const body = readBody(first.bytes)
  if (!body) return badlyFormed("'content' must be an array")
  const fault = blocksFault(body)
  if (fault === 'carousel') return failed({ status: 403, detail: 'This blog has no carousels' })
  if (fault) return badlyFormed(`'${fault}' is invalid`)
  const pictures = await readPictures(body, files, own)
  return pictures instanceof Response ? pictures : { body, pictures }
}

function readBody(bytes: Buffer): PostBody | null {
  if (bytes.byteLength > JSON_MAX) return null
  try {
    const parsed = postSchema.safeParse(JSON.parse(bytes.toString('utf8')))
    return parsed.success ? parsed.data : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Every picture that is named has its part, and every part is named. */
async function readPictures({ content }: PostBody, files: readonly Part[], own: OwnPosts): Promise<Map<string, SentPicture> | Response> {
  const named = content.flatMap((one) => mediaOf(one)?.['identifier'] ?? []).map(String)
  const given = files.map((file) => file.name)
  if (new Set(given).size < given.length || [...named].toSorted().join('\n') !== [...given].toSorted().join('\n')) {
    return badlyFormed('identifiers and parts do not match')
  }
  const pictures = new Map<string, SentPicture>()
  for (const { name, bytes, filename } of files) {
    const picture = filename !== null && bytes.byteLength <= PICTURE_MAX ? await own.keep(bytes) : null
    if (!picture) return failed({ status: 400, code: 8005, detail: 'The uploaded media is of a format that is not accepted' })
    pictures.set(name, picture)
  }
  return pictures
}
