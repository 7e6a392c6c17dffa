import { randomUUID } from 'node:crypto'
import { getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { beforeEach, expect, test } from 'vitest'
import { traverseContractProcedures } from '@orpc/server'
import { API_PREFIX, contract } from '@ninesixteen/shared/api/contract'
import { createApp } from '../app.ts'
import * as schema from '../db/schema.ts'
import { sandboxTiktok } from '../providers/tiktok/settings.ts'
import { sandboxTumblr } from '../providers/tumblr/settings.ts'
import { buildSlide, photo, startTestApp, type Caller, type TestApp, type TestUser } from '../testing/app.ts'

/**
 * Who may do what, for every route there is. The routes are read from the running router and from the contract: one that
 * is missing here fails, and so does one that is here and no longer there.
 */

/** What the owner has, by which the others try to reach it. */
interface Owned {
  company: string
  otherCompany: string
  media: string
  file: string
  project: string
  idea: string
  mode: string
  template: string
  account: string
  signedUrl: string
  remoteUrl: string
  coverUrl: string
}

interface Call {
  path: (owned: Owned) => string
  body?: (owned: Owned) => unknown
  send?: (caller: Caller) => Promise<Response>
}

interface Row extends Call {
  /** Status for: nobody, a free user, another Pro user, the owner. */
  expect: [nobody: number, free: number, other: number, owner: number]
}

const at = (path: string): Call => ({ path: () => path })
const OPEN = [200, 200, 200, 200] as const satisfies Row['expect']

const matrix: Record<string, Row> = {
  'GET /healthz': { ...at('/healthz'), expect: [...OPEN] },
  'GET /readyz': { ...at('/readyz'), expect: [...OPEN] },
  'GET /api/openapi.json': { ...at('/api/openapi.json'), expect: [...OPEN] },
  'GET /painter/*': { ...at('/painter/none.ttf'), expect: [404, 404, 404, 404] },
  'GET /*': { ...at('/content_studio'), expect: [404, 404, 404, 404] },
  'GET /api/auth/*': { ...at('/api/auth/get-session'), expect: [...OPEN] },
  'POST /api/auth/*': { path: () => '/api/auth/sign-in/email', body: () => ({}), expect: [400, 400, 400, 400] },
  'POST /api/files': {
    path: () => '/api/files',
    send: async (caller) => caller.upload(await photo(), { purpose: 'logo' }),
    expect: [401, 403, 201, 201],
  },
  // Whoever has a signed link may read the picture: the link is the permission, for an hour.
  'GET /files/:variant/:user/:name': { path: (owned) => owned.signedUrl, expect: [...OPEN] },
  'GET /files/covers/:project/:version': { path: (owned) => owned.coverUrl, expect: [...OPEN] },
  // Both are made for one person: another one's link shows nothing. The owner's leads to a host that is not there.
  'GET /api/pictures/remote/:user/:address': { path: ({ remoteUrl }) => remoteUrl, expect: [401, 403, 404, 502] },
  'POST /api/pictures/remote/import': {
    path: () => '/api/pictures/remote/import',
    body: ({ remoteUrl }) => ({ purpose: 'image-box', link: remoteUrl }),
    expect: [401, 403, 404, 502],
  },
  'POST /api/generate': {
    path: () => '/api/generate',
    body: () => ({ contentType: 'numbered-list', topic: '' }),
    expect: [401, 403, 400, 400],
  },
  'GET /api/generate/:projectId/events': { path: ({ project }) => `/api/generate/${project}/events`, expect: [401, 403, 404, 200] },
  'POST /api/generate/:projectId/cancel': {
    path: ({ project }) => `/api/generate/${project}/cancel`,
    body: () => ({}),
    expect: [401, 403, 404, 200],
  },
  'POST /api/ideas': { path: () => '/api/ideas', body: () => ({ topic: '' }), expect: [401, 403, 400, 400] },
  'POST /api/rewrite': {
    path: () => '/api/rewrite',
    body: () => ({ contentType: 'custom', slide: { id: 'a' }, target: { kind: 'slide' }, how: 'again' }),
    expect: [401, 403, 400, 400],
  },
  'POST /functions/google-drive-handler': { path: () => '/functions/google-drive-handler', body: () => ({}), expect: [401, 403, 400, 400] },
  'POST /functions/google-drive-handler/file': {
    path: () => '/functions/google-drive-handler/file',
    body: () => ({}),
    expect: [401, 403, 400, 400],
  },
  'POST /functions/openai-secure': { path: () => '/functions/openai-secure', body: () => ({}), expect: [401, 403, 400, 400] },

  'POST /api/tiktok-token': {
    path: () => '/api/tiktok-token',
    body: () => ({ code: 'code', state: 'unknown', code_verifier: 'sealed.v1.unknown' }),
    expect: [400, 403, 400, 400],
  },
  'POST /api/tiktok-userinfo': {
    path: () => '/api/tiktok-userinfo',
    body: () => ({ access_token: 'sealed.v1.unknown' }),
    expect: [400, 403, 400, 400],
  },
  'POST /api/tiktok-refresh': {
    path: () => '/api/tiktok-refresh',
    body: () => ({ refresh_token: 'sealed.v1.unknown' }),
    expect: [400, 403, 400, 400],
  },
  'POST /api/tumblr-request-token': {
    path: () => '/api/tumblr-request-token',
    body: () => ({ callback_url: 'https://elsewhere.example/' }),
    expect: [401, 403, 400, 400],
  },
  'POST /api/tumblr-access-token': {
    path: () => '/api/tumblr-access-token',
    body: () => ({ oauth_token: 'unknown', oauth_token_secret: 'sealed.v1.unknown', oauth_verifier: 'x' }),
    expect: [401, 403, 400, 400],
  },
  'POST /api/tumblr-userinfo': { path: () => '/api/tumblr-userinfo', body: () => ({}), expect: [401, 403, 400, 400] },
  'POST /api/tumblr-photos': { path: () => '/api/tumblr-photos', body: () => ({ blog_name: 'any' }), expect: [401, 403, 200, 200] },
  'POST /api/tumblr-search': { path: () => '/api/tumblr-search', body: () => ({ tag: '' }), expect: [401, 403, 400, 400] },
  'POST /functions/tumblr-following': { path: () => '/functions/tumblr-following', body: () => ({}), expect: [401, 403, 400, 400] },
  'POST /functions/tumblr-blog-photos': {
    path: () => '/functions/tumblr-blog-photos',
    body: () => ({ blog_identifier: 'any' }),
    expect: [401, 403, 200, 200],
  },

  'GET /api/v1/config': { ...at('/api/v1/config'), expect: [...OPEN] },
  'GET /api/v1/me': { ...at('/api/v1/me'), expect: [401, 200, 200, 200] },
  'PATCH /api/v1/me/settings': { path: () => '/api/v1/me/settings', body: () => ({ theme: 'light' }), expect: [401, 403, 200, 200] },
  'GET /api/v1/accounts': { ...at('/api/v1/accounts'), expect: [401, 403, 200, 200] },
  'GET /api/v1/accounts/platforms': { ...at('/api/v1/accounts/platforms'), expect: [401, 403, 200, 200] },
  // This platform may be connected signed out, too; what it gives is saved for nobody then.
  'POST /api/v1/accounts/{platform}/begin': {
    path: () => '/api/v1/accounts/tiktok/begin',
    body: () => ({ force: false }),
    expect: [200, 403, 200, 200],
  },
  'POST /api/v1/accounts/{platform}/finish': {
    path: () => '/api/v1/accounts/tiktok/finish',
    body: () => ({ state: 'unknown', secret: 'sealed.v1.unknown', proof: 'code' }),
    expect: [400, 403, 400, 400],
  },
  'POST /api/v1/accounts/keep': {
    path: () => '/api/v1/accounts/keep',
    body: () => ({ pending: 'sealed.v1.unknown' }),
    expect: [401, 403, 410, 410],
  },
  'DELETE /api/v1/accounts/{id}': { path: ({ account }) => `/api/v1/accounts/${account}`, expect: [401, 403, 404, 200] },
  'GET /api/v1/blogs/{platform}': { ...at('/api/v1/blogs/tumblr'), expect: [401, 403, 200, 200] },
  'GET /api/v1/blogs/{platform}/{blog}/posts': { ...at('/api/v1/blogs/tumblr/any/posts?limit=5'), expect: [401, 403, 200, 200] },
  'GET /api/v1/credentials': { ...at('/api/v1/credentials'), expect: [401, 403, 200, 200] },
  'PUT /api/v1/credentials': {
    path: () => '/api/v1/credentials',
    body: () => ({ values: { 'openai.model': 'x' } }),
    expect: [401, 403, 200, 200],
  },
  'POST /api/v1/credentials/{group}/check': {
    path: () => '/api/v1/credentials/ai/check',
    body: () => ({}),
    expect: [401, 403, 200, 200],
  },
  'GET /api/v1/companies': { ...at('/api/v1/companies'), expect: [401, 403, 200, 200] },
  'POST /api/v1/companies': {
    path: () => '/api/v1/companies',
    // A file of the owner's is theirs alone to use.
    body: ({ file }) => ({ name: 'x', logoPath: file }),
    expect: [401, 403, 400, 201],
  },
  'PATCH /api/v1/companies/{id}': {
    path: ({ company }) => `/api/v1/companies/${company}`,
    body: () => ({ name: 'x' }),
    expect: [401, 403, 404, 200],
  },
  'DELETE /api/v1/companies/{id}': { path: ({ company }) => `/api/v1/companies/${company}`, expect: [401, 403, 404, 200] },
  'GET /api/v1/companies/blogs': { ...at('/api/v1/companies/blogs'), expect: [401, 403, 200, 200] },
  'POST /api/v1/companies/blogs/link': {
    path: () => '/api/v1/companies/blogs/link',
    body: ({ otherCompany }) => ({ companyId: otherCompany, blogName: 'another' }),
    expect: [401, 403, 400, 200],
  },
  'POST /api/v1/companies/blogs/unlink': {
    path: () => '/api/v1/companies/blogs/unlink',
    body: ({ otherCompany }) => ({ companyId: otherCompany, blogName: `${CANARY}-blog` }),
    expect: [401, 403, 400, 200],
  },
  'GET /api/v1/media/page': { ...at('/api/v1/media/page?limit=1000'), expect: [401, 403, 200, 200] },
  'POST /api/v1/media/usage': { path: () => '/api/v1/media/usage', body: ({ media }) => ({ ids: [media] }), expect: [401, 403, 404, 200] },
  'POST /api/v1/media/tags': {
    path: () => '/api/v1/media/tags',
    body: ({ media }) => ({ ids: [media], add: ['taken'], remove: [`${CANARY}-tag`] }),
    expect: [401, 403, 404, 200],
  },
  'GET /api/v1/media': { path: ({ otherCompany }) => `/api/v1/media?companyId=${otherCompany}`, expect: [401, 403, 200, 200] },
  'POST /api/v1/media/link': {
    path: () => '/api/v1/media/link',
    body: ({ media, otherCompany }) => ({ ids: [media], companyId: otherCompany }),
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/media/unlink': {
    path: () => '/api/v1/media/unlink',
    body: ({ media, otherCompany }) => ({ ids: [media], companyId: otherCompany }),
    expect: [401, 403, 404, 200],
  },
  'GET /api/v1/ideas': { path: ({ otherCompany }) => `/api/v1/ideas?companyId=${otherCompany}`, expect: [401, 403, 200, 200] },
  'PATCH /api/v1/ideas/{id}': { path: ({ idea }) => `/api/v1/ideas/${idea}`, body: () => ({ isUsed: true }), expect: [401, 403, 404, 200] },
  'DELETE /api/v1/ideas/{id}': { path: ({ idea }) => `/api/v1/ideas/${idea}`, expect: [401, 403, 404, 200] },
  'POST /api/v1/ideas/clear': {
    path: () => '/api/v1/ideas/clear',
    body: ({ otherCompany }) => ({ companyId: otherCompany }),
    expect: [401, 403, 200, 200],
  },
  'POST /api/v1/files/urls': {
    path: () => '/api/v1/files/urls',
    body: ({ file }) => ({ paths: [file], variant: 'original' }),
    expect: [401, 403, 200, 200],
  },
  'GET /api/v1/custom-modes': {
    path: ({ otherCompany }) => `/api/v1/custom-modes?companyId=${otherCompany}`,
    expect: [401, 403, 200, 200],
  },
  'POST /api/v1/custom-modes': {
    path: () => '/api/v1/custom-modes',
    body: ({ otherCompany, file }) => ({
      name: 'x',
      companyId: otherCompany,
      slides: [buildSlide('x', { backgroundImage: file })],
    }),
    expect: [401, 403, 400, 201],
  },
  'DELETE /api/v1/custom-modes/{id}': { path: ({ mode }) => `/api/v1/custom-modes/${mode}`, expect: [401, 403, 404, 200] },
  'GET /api/v1/templates': { ...at('/api/v1/templates'), expect: [401, 403, 200, 200] },
  'POST /api/v1/templates': {
    path: () => '/api/v1/templates',
    body: () => ({ name: 'x', caption: 'y' }),
    expect: [401, 403, 201, 201],
  },
  'PATCH /api/v1/templates/{id}': {
    path: ({ template }) => `/api/v1/templates/${template}`,
    body: () => ({ name: 'x' }),
    expect: [401, 403, 404, 200],
  },
  'DELETE /api/v1/templates/{id}': { path: ({ template }) => `/api/v1/templates/${template}`, expect: [401, 403, 404, 200] },
  'GET /api/v1/projects': { ...at('/api/v1/projects'), expect: [401, 403, 200, 200] },
  'GET /api/v1/projects/{id}': { path: ({ project }) => `/api/v1/projects/${project}`, expect: [401, 403, 404, 200] },
  'POST /api/v1/projects': {
    path: () => '/api/v1/projects',
    body: ({ otherCompany }) => ({
      title: 'x',
      topic: '',
      contentType: 'custom',
      contentStyle: 'personal',
      companyId: otherCompany,
      slides: [buildSlide('x')],
    }),
    expect: [401, 403, 400, 201],
  },
  'PUT /api/v1/projects/{id}': {
    path: ({ project }) => `/api/v1/projects/${project}`,
    body: () => ({ version: 2, saveId: randomUUID(), slides: [buildSlide('overwritten')] }),
    expect: [401, 403, 404, 200],
  },
  'PATCH /api/v1/projects/{id}': {
    path: ({ project }) => `/api/v1/projects/${project}`,
    body: () => ({ title: 'renamed' }),
    expect: [401, 403, 404, 200],
  },
  'GET /api/v1/projects/{id}/versions': { path: ({ project }) => `/api/v1/projects/${project}/versions`, expect: [401, 403, 404, 200] },
  'GET /api/v1/projects/{id}/versions/{from}': {
    path: ({ project }) => `/api/v1/projects/${project}/versions/1`,
    expect: [401, 403, 404, 200],
  },
  'POST /api/v1/projects/{id}/versions/{from}/restore': {
    path: ({ project }) => `/api/v1/projects/${project}/versions/1/restore`,
    // On an outdated version, so that the owner is told what stands.
    body: () => ({ version: 1, saveId: randomUUID() }),
    expect: [401, 403, 404, 412],
  },
  'POST /api/v1/projects/{id}/duplicate': { path: ({ project }) => `/api/v1/projects/${project}/duplicate`, expect: [401, 403, 404, 201] },
  'DELETE /api/v1/projects/{id}': { path: ({ project }) => `/api/v1/projects/${project}`, expect: [401, 403, 404, 200] },
  // Last: what it deletes is what the others asked for.
  'POST /api/v1/media/delete': {
    path: () => '/api/v1/media/delete',
    body: ({ media }) => ({ ids: [media] }),
    expect: [401, 403, 404, 200],
  },
}

const CANARY = 'canary-of-the-owner'
/** Where nothing answers. */
const NOWHERE = 'http://127.0.0.1:9'

let app: TestApp
let owner: TestUser
let owned: Owned
beforeEach(async () => {
  const pixels = Buffer.alloc(1080 * 1920 * 4, 255)
  const drawn = { jpeg: async () => Buffer.alloc(0), png: async () => Buffer.alloc(0), rgba: async () => pixels }
  app = await startTestApp({
    platforms: { tiktok: sandboxTiktok(NOWHERE, NOWHERE), tumblr: sandboxTumblr(NOWHERE, NOWHERE) },
    renderer: { renderSlide: async () => drawn, close: async () => {} },
  })
  owner = await app.buildUser({ email: `${CANARY}@example.org` })
  owned = await plant()
})

async function plant(): Promise<Owned> {
  const [company, otherCompany] = [await owner.buildCompany(`${CANARY}-company`), await owner.buildCompany(`${CANARY}-second`)]
  const { filePath, media } = await owner.buildPicture()
  await owner.api('POST', '/media/link', { ids: [media?.id], companyId: otherCompany.id })
  await owner.api('POST', '/media/tags', { ids: [media?.id], add: [`${CANARY}-tag`] })
  await owner.api('POST', '/companies/blogs/link', { companyId: otherCompany.id, blogName: `${CANARY}-blog` })
  const slides = [buildSlide(`${CANARY}-slide`, { backgroundImage: filePath })]
  const project = await owner.buildProject({ title: `${CANARY}-project`, slides })
  await owner.api('PUT', `/projects/${project.id}`, { version: 1, saveId: randomUUID(), slides })
  const mode = await owner.api<{ id: string }>('POST', '/custom-modes', { name: `${CANARY}-mode`, slides, companyId: otherCompany.id })
  const template = await owner.api<{ id: string }>('POST', '/templates', { name: `${CANARY}-template`, caption: 'x' })
  const ideas = await app.services.db.asUser(owner.id, (tx) =>
    tx
      .insert(schema.contentIdeas)
      .values({ userId: owner.id, companyId: otherCompany.id, title: `${CANARY}-idea`, category: 'tips' })
      .returning({ id: schema.contentIdeas.id }),
  )
  const accounts = await app.services.db.asUser(owner.id, (tx) =>
    tx
      .insert(schema.socialAccounts)
      .values({
        userId: owner.id,
        platform: 'tiktok',
        accountId: `${CANARY}-id`,
        username: `${CANARY}-name`,
        accessToken: 'sealed.v1.none',
      })
      .returning({ id: schema.socialAccounts.id }),
  )
  await app.services.connections.credentials.set(owner.id, { 'openai.model': `${CANARY}-model` })
  const [signedUrl = ''] = await owner.api<string[]>('POST', '/files/urls', { paths: [filePath], variant: 'thumbnail' })
  return {
    company: company.id,
    otherCompany: otherCompany.id,
    media: media?.id ?? '',
    file: filePath,
    project: project.id,
    idea: ideas[0]?.id ?? '',
    mode: mode.id,
    template: template.id,
    account: accounts[0]?.id ?? '',
    signedUrl,
    remoteUrl: app.services.remotePictures.link(owner.id, `${NOWHERE}/tumblr-media/${CANARY}.jpg`) ?? '',
    coverUrl: project.coverUrl ?? '',
  }
}

async function send(name: string, row: Row, caller: Caller): Promise<{ status: number; text: string }> {
  const [method = ''] = name.split(' ')
  const body = row.body && JSON.stringify(row.body(owned))
  const json = body === undefined ? {} : { body, headers: { 'content-type': 'application/json' } }
  const response = await (row.send?.(caller) ?? caller.fetch(row.path(owned), { method, ...json }))
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('latin1') }
}

/** Every row of the owner in every table, as the database holds it. */
async function ownersRows(): Promise<string> {
  const tables = Object.values(schema).filter(
    (table) => is(table, PgTable) && 'userId' in table && !['sessions', 'usage_counters'].includes(getTableName(table)),
  )
  const dumps = await Promise.all(
    tables.map((table) =>
      app.services.db.pool.query(
        `select to_jsonb(t) as row from ${getTableName(table as PgTable)} t where user_id = $1 order by to_jsonb(t)::text`,
        [owner.id],
      ),
    ),
  )
  return JSON.stringify(dumps.map((dump) => dump.rows))
}

test('every route of the router and of the contract stands in the matrix', () => {
  const routes = createApp(app.services)
    .routes.filter((route) => route.method !== 'ALL')
    .map((route) => `${route.method} ${route.path}`)
  const calls: string[] = []
  traverseContractProcedures({ router: contract, path: [] }, ({ contract: procedure }) => {
    const { method, path } = procedure['~orpc'].route
    calls.push(`${method} ${API_PREFIX}${path}`)
  })
  expect(calls.length).toBeGreaterThan(15)
  expect([...new Set([...routes, ...calls])].toSorted()).toEqual(Object.keys(matrix).toSorted())
})

test('nobody, a free user and another Pro user read and change nothing of the owner', async () => {
  const callers = { nobody: app.nobody, free: await app.buildUser({ pro: false }), other: await app.buildUser() }
  const before = await ownersRows()
  for (const [name, row] of Object.entries(matrix)) {
    for (const [index, [who, caller]] of Object.entries(callers).entries()) {
      const { status, text } = await send(name, row, caller)
      expect(`${name} as ${who}: ${status}`).toBe(`${name} as ${who}: ${row.expect[index]}`)
      if (!row.path(owned).includes('signature=')) expect(text.includes(CANARY), `${name} as ${who} tells of the owner`).toBe(false)
    }
  }
  expect(await ownersRows()).toBe(before)
  const urls = await callers.other.api('POST', '/files/urls', { paths: [owned.file], variant: 'original' })
  expect(urls).toEqual([null])
})

test('the owner may do what the matrix says', async () => {
  for (const [name, row] of Object.entries(matrix)) {
    if (!name.startsWith('DELETE') && name !== 'POST /api/v1/media/delete') {
      expect(`${name}: ${(await send(name, row, owner)).status}`).toBe(`${name}: ${row.expect[3]}`)
    }
  }
  for (const name of ['POST /api/v1/media/delete', 'DELETE /api/v1/projects/{id}', 'DELETE /api/v1/companies/{id}']) {
    const row = matrix[name]
    if (row) expect(`${name}: ${(await send(name, row, owner)).status}`).toBe(`${name}: ${row.expect[3]}`)
  }
})
