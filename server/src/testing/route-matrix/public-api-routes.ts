import { randomUUID } from 'node:crypto'
import { PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/contract'
import { ApiCaller, buildApiKey } from '../api-caller.ts'
import { buildSlide, photo, type Caller } from '../app.ts'
import type { Owned } from './owned.ts'
import { OPEN, type Row } from './row.ts'

/** A key of each caller, who has none without the Pro plan. */
const keys = new WeakMap<Caller, Promise<ApiCaller>>()

async function keyOf(caller: Caller): Promise<ApiCaller> {
  const none = new ApiCaller(caller.url, { secret: 'n16_none', id: '' })
  const known = keys.get(caller) ?? buildApiKey(caller).catch(() => none)
  keys.set(caller, known)
  return known
}

interface PublicRoute {
  route: string
  path?: (owned: Owned) => string
  body?: (owned: Owned) => unknown
  other: number
  owner: number
  headers?: Record<string, string>
}

/** Anonymous callers and users without the plan have no key. */
function row({ route, path, body, other, owner, headers = {} }: PublicRoute): [string, Row] {
  const [method = '', pattern = ''] = route.split(' ')
  const pathOf = path ?? (() => pattern)
  return [
    `${method} ${PUBLIC_API_PREFIX}${pattern}`,
    {
      path: (owned) => PUBLIC_API_PREFIX + pathOf(owned),
      send: async (caller, owned) => {
        const key = await keyOf(caller)
        return key.fetch(method, pathOf(owned), { headers, ...(body && { body: await body(owned) }) })
      },
      expect: [401, 401, other, owner],
    },
  ]
}

const posts = ({ project, account }: Owned) => ({ slideshow_id: project, targets: [{ account_id: account }] })
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString()
const slides = [buildSlide('x')]

export const publicApiRoutes: Record<string, Row> = {
  // A signed link grants read access for an hour. First, because a route below deletes the file.
  'GET /files/renders/:id': { path: ({ renderUrl }) => renderUrl, expect: [...OPEN] },
  ...Object.fromEntries(
    [
      { route: 'GET /accounts', other: 200, owner: 200 },
      { route: 'GET /companies', other: 200, owner: 200 },
      { route: 'GET /ideas', path: ({ otherCompany }: Owned) => `/ideas?company_id=${otherCompany}`, other: 200, owner: 200 },
      { route: 'GET /templates', path: ({ otherCompany }: Owned) => `/templates?company_id=${otherCompany}`, other: 200, owner: 200 },
      { route: 'GET /photos', path: ({ otherCompany }: Owned) => `/photos?company_id=${otherCompany}`, other: 200, owner: 200 },
      { route: 'POST /photos', path: ({ company }: Owned) => `/photos?company_id=${company}`, body: () => photo(), other: 400, owner: 201 },
      {
        route: 'POST /photos/import',
        body: async ({ company }: Owned) => ({ data: Buffer.from(await photo()).toString('base64'), company_id: company }),
        other: 400,
        owner: 201,
      },
      { route: 'GET /slideshows', path: ({ company }: Owned) => `/slideshows?company_id=${company}`, other: 200, owner: 200 },
      {
        route: 'POST /slideshows',
        body: ({ file }: Owned) => ({ title: 'x', slides: [buildSlide('x', { backgroundImage: file })] }),
        other: 400,
        owner: 201,
      },
      {
        route: 'POST /slideshows/generate',
        // The AI provider can't be reached.
        body: ({ company }: Owned) => ({ topic: randomUUID(), company_id: company }),
        other: 404,
        owner: 202,
      },
      { route: 'GET /slideshows/{id}', path: ({ project }: Owned) => `/slideshows/${project}`, other: 404, owner: 200 },
      {
        route: 'PUT /slideshows/{id}',
        path: ({ project }: Owned) => `/slideshows/${project}`,
        body: () => ({ slides }),
        headers: { 'if-match': '"1"' },
        other: 404,
        owner: 412,
      },
      {
        route: 'GET /slideshows/{id}/generation',
        path: ({ project }: Owned) => `/slideshows/${project}/generation`,
        other: 404,
        owner: 200,
      },
      { route: 'GET /slideshows/{id}/credits', path: ({ project }: Owned) => `/slideshows/${project}/credits`, other: 404, owner: 200 },
      {
        route: 'GET /slideshows/{id}/slides/{index}/render',
        path: ({ project }: Owned) => `/slideshows/${project}/slides/0/render`,
        other: 404,
        owner: 200,
      },
      {
        route: 'POST /slideshows/{id}/renders',
        path: ({ project }: Owned) => `/slideshows/${project}/renders`,
        body: () => ({ type: 'mp4' }),
        other: 404,
        owner: 202,
      },
      { route: 'GET /runs', path: ({ company }: Owned) => `/runs?company_id=${company}`, other: 200, owner: 200 },
      { route: 'GET /runs/{id}', path: ({ render }: Owned) => `/runs/${render}`, other: 404, owner: 200 },
      { route: 'POST /runs/{id}/cancel', path: ({ render }: Owned) => `/runs/${render}/cancel`, other: 404, owner: 200 },
      { route: 'GET /renders/{id}', path: ({ render }: Owned) => `/renders/${render}`, other: 404, owner: 200 },
      { route: 'GET /renders/{id}/file', path: ({ render }: Owned) => `/renders/${render}/file`, other: 404, owner: 200 },
      { route: 'POST /renders/{id}/cancel', path: ({ render }: Owned) => `/renders/${render}/cancel`, other: 404, owner: 200 },
      { route: 'GET /posts', path: ({ company }: Owned) => `/posts?company_id=${company}`, other: 200, owner: 200 },
      { route: 'POST /posts', body: posts, other: 404, owner: 201 },
      { route: 'POST /posts/check', body: posts, other: 404, owner: 200 },
      { route: 'GET /posts/{id}', path: ({ post }: Owned) => `/posts/${post}`, other: 404, owner: 200 },
      {
        route: 'POST /posts/{id}/move',
        path: ({ post }: Owned) => `/posts/${post}/move`,
        body: () => ({ scheduled_at: tomorrow() }),
        other: 404,
        owner: 200,
      },
      { route: 'POST /posts/{id}/cancel', path: ({ post }: Owned) => `/posts/${post}/cancel`, other: 404, owner: 200 },
      { route: 'POST /posts/{id}/retry', path: ({ post }: Owned) => `/posts/${post}/retry`, body: () => ({}), other: 404, owner: 200 },
    ].map(row),
  ),
}
