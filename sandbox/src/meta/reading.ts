import type { Context, Hono } from 'hono'
import { isOwn, type GraphEnv } from './caller.ts'
import type { Container, Containers, Media } from './containers.ts'
import type { Grant } from './grants.ts'
import type { MetaNetwork } from './networks.ts'
import { failed } from './responses.ts'
import { accountIdOf, scopedIdOf } from './users.ts'

interface Parts {
  network: MetaNetwork
  containers: Containers
  /** The origin under which a caller sees the sandbox. */
  origin: (c: Context) => string
  /** Web address of the posts. */
  site: (c: Context) => string
}

const PAGE = 25
const PAGE_MAX = 100

/** Accounts, containers and posts by their ids, and the lists of an account's posts. */
export function serveReading(graph: Hono<GraphEnv>, parts: Parts): void {
  const { network, containers } = parts
  graph.get('/:id', (c) => {
    const grant = c.get('grant')
    const id = c.req.param('id')
    if (isOwn(id, grant, network)) return node(c, profile(c, grant, parts), 'User')
    const container = containers.find(id, grant)
    if (container) return node(c, containerFields(container, parts), 'Container')
    const post = containers.findMedia(id)
    return post?.container.grant.user === grant.user ? node(c, mediaFields(c, post, parts), 'Media') : failed(c, 'object')
  })

  // Stories are in a list of their own.
  const lists: Readonly<Record<string, (container: Container) => boolean>> = {
    [network.edges.list]: ({ placement }) => placement !== 'story',
    ...(network.id === 'instagram' && { stories: ({ placement }) => placement === 'story' }),
  }
  for (const [edge, isListed] of Object.entries(lists)) {
    graph.get(`/:account/${edge}`, (c) => {
      const grant = c.get('grant')
      if (!isOwn(c.req.param('account'), grant, network)) return failed(c, 'object')
      return list(
        c,
        containers.mediaOf(grant.user).filter(({ container }) => isListed(container)),
        parts,
      )
    })
  }
}

type Fields = Record<string, unknown>

function node(c: Context<GraphEnv>, all: Fields, type: string): Response {
  const picked = pick(c, all)
  return typeof picked === 'string'
    ? failed(c, 'parameter', { message: `(#100) Tried accessing nonexisting field (${picked}) on node type (${type})` })
    : c.json(picked)
}

/** The requested fields and the id, or the name of an unknown field. */
function pick(c: Context<GraphEnv>, all: Fields): Fields | string {
  const fields = (c.get('params').get('fields') ?? 'id').split(',').filter(Boolean)
  const unknown = fields.find((field) => !Object.hasOwn(all, field))
  if (unknown !== undefined) return unknown
  const picked = [...new Set([...fields, 'id'])].map((field) => [field, all[field]] as const)
  // A field without a value is left out.
  return Object.fromEntries(picked.filter(([, value]) => value !== undefined))
}

function list(c: Context<GraphEnv>, posts: Media[], parts: Parts): Response {
  const params = c.get('params')
  const limit = Math.min(Math.max(Number(params.get('limit') ?? PAGE) || PAGE, 1), PAGE_MAX)
  const after = params.get('after')
  const from = after === undefined ? 0 : posts.findIndex(({ id }) => id === Buffer.from(after, 'base64url').toString()) + 1
  const page = posts.slice(from, from + limit)
  const data: Fields[] = []
  for (const post of page) {
    const picked = pick(c, mediaFields(c, post, parts))
    if (typeof picked === 'string') return failed(c, 'parameter', { message: `(#100) Tried accessing nonexisting field (${picked})` })
    data.push(picked)
  }
  const cursor = (post: Media | undefined) => Buffer.from(post?.id ?? '').toString('base64url')
  const paging = page.length > 0 && { paging: { cursors: { before: cursor(page[0]), after: cursor(page.at(-1)) } } }
  return c.json({ data, ...paging })
}

function profile(c: Context<GraphEnv>, { user, clientKey }: Grant, { network, containers, origin }: Parts): Fields {
  const image = `${origin(c)}/${network.id}/avatar/${user.id}.webp`
  const common = { id: scopedIdOf(user, network, clientKey), username: user.username, name: user.name }
  if (network.id === 'threads') return { ...common, threads_profile_picture_url: image, threads_biography: '', is_verified: false }
  return {
    ...common,
    user_id: accountIdOf(user, network),
    account_type: user.accountType,
    profile_picture_url: image,
    followers_count: user.followers,
    follows_count: 12,
    // Counted only on request.
    get media_count() {
      return containers.mediaOf(user).length
    },
  }
}

const STATUS_WORDS: Readonly<Record<string, string>> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been successfully published.',
  EXPIRED: 'Expired: The container was not published within 24 hours.',
}

/** Threads' message for a rejected file; only the image ratio is documented. */
const REASONS: Readonly<Record<string, string>> = { 2207009: 'INVALID_ASPEC_RATIO' }

function containerFields(container: Container, { network, containers }: Parts): Fields {
  const { id, error, kind } = container
  const state = containers.statusOf(container)
  if (network.id === 'threads') {
    const video = error === '2207026' ? 'FAILED_PROCESSING_VIDEO' : 'FAILED_DOWNLOADING_VIDEO'
    const reason = REASONS[error ?? ''] ?? (kind === 'video' ? video : 'UNKNOWN')
    return { id, status: state, error_message: state === 'ERROR' ? reason : undefined }
  }
  return { id, status_code: state, status: STATUS_WORDS[state] ?? `Error: Media upload has failed with error code ${error}` }
}

function mediaFields(c: Context<GraphEnv>, { id, container, publishedAt }: Media, { network, origin, site }: Parts): Fields {
  const { kind, placement, text, alt, grant, children, file } = container
  const isThreads = network.id === 'threads'
  return {
    id,
    [network.textField]: text || undefined,
    media_type: { text: 'TEXT_POST', image: 'IMAGE', video: 'VIDEO', carousel: 'CAROUSEL_ALBUM' }[kind],
    media_product_type: isThreads ? 'THREADS' : { feed: 'FEED', reel: 'REELS', story: 'STORY' }[placement],
    media_url: file ? `${origin(c)}/feed/files/${file.sha256}` : undefined,
    thumbnail_url: undefined,
    alt_text: alt || undefined,
    permalink: `${site(c)}/live/${network.id}/${id}`,
    shortcode: Buffer.from(id).toString('base64url').slice(0, 11),
    timestamp: new Date(publishedAt).toISOString().replace(/\.\d{3}Z$/, '+0000'),
    username: grant.user.username,
    owner: { id: accountIdOf(grant.user, network) },
    children: kind === 'carousel' ? { data: children.map((child) => ({ id: child.id })) } : undefined,
    ...(!isThreads && { ig_id: id, comments_count: 0, like_count: 0, is_comment_enabled: true }),
  }
}
