import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { ApiCaller, buildApiKey } from '../../testing/api-caller.ts'
import { buildSlide, photo, type TestApp, type TestUser } from '../../testing/app.ts'
import { publicEndpoints, referencesIn, sampleOf, type FieldPath, type PublicEndpoint } from '../../testing/public-contract.ts'
import { CANARY, insertOwned } from '../../testing/route-matrix/owned.ts'
import { rowsOf } from '../../testing/route-matrix/rows-of.ts'
import { startMatrixApp } from '../../testing/route-matrix/start.ts'
import { connectAccount, REQUIRED_OPTIONS } from '../../testing/scheduler.ts'

/*
 * Other people's ids in every field of every endpoint that takes one, generated from the contract: an endpoint of tomorrow is attacked as soon
 * as it exists. Another user's object must look like one that does not exist.
 */

/** What a field can name, of one user. */
interface Things {
  company: string
  account: string
  slideshow: string
  post: string
  /** Storage path of a photo. */
  file: string
}

/** The kind of thing that a field names. Add a line for a field with a new name. */
function thingOf({ path }: PublicEndpoint, field: FieldPath): keyof Things {
  const name = field.at(-1) ?? ''
  if (/^(backgroundImage|logoImage|imageUrl)$/.test(name)) return 'file'
  if (name === 'after') return path === '/posts' ? 'post' : 'slideshow'
  if (name === 'id' && field[0] === 'params') return path.startsWith('/posts/') ? 'post' : 'slideshow'
  const [kind] = /^(company|account|slideshow|post)(?=_id$)/.exec(name) ?? []
  if (kind === undefined) throw new Error(`What does ${field.join('.')} of ${path} name? Say so here, so that it is attacked.`)
  return kind as keyof Things
}

const isFileUpload = ({ name }: PublicEndpoint): boolean => name === 'photos.upload'

type Sent = [status: number, text: string]

/** Calls an endpoint with what belongs to `mine`, but for the thing at `target`. */
async function callWith(
  key: ApiCaller,
  endpoint: PublicEndpoint,
  given: { mine: Things; target?: FieldPath; value?: string },
): Promise<Sent> {
  const { mine, target = [], value } = given
  const kinds = new Map(referencesIn(endpoint.input).map((field) => [field.join('.'), thingOf(endpoint, field)]))
  const fill = (at: FieldPath): unknown => {
    const path = at.join('.')
    if (path === target.join('.') && target.length > 0) return value
    if (path === 'headers.if-match') return '"1"'
    if (path === 'body.targets.0.options') return REQUIRED_OPTIONS.tumblr
    const isNeeded = at[0] === 'params' || /slideshow_id|account_id/.test(path)
    const kind = kinds.get(path)
    return kind !== undefined && isNeeded ? mine[kind] : undefined
  }
  const input = sampleOf(endpoint.input, { target, fill }) as Record<
    'params' | 'query' | 'headers' | 'body',
    Record<string, unknown> | undefined
  >
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input.params?.[name])))
  const query = new URLSearchParams(Object.entries(input.query ?? {}).map(([name, one]): [string, string] => [name, String(one)]))
  const body = isFileUpload(endpoint) ? await photo() : input.body
  const headers = (input.headers ?? {}) as Record<string, string>
  const answer = await key.fetch(endpoint.method, `${path}?${query.toString()}`, { headers, ...(body !== undefined && { body }) })
  return [answer.status, Buffer.from(await answer.arrayBuffer()).toString('latin1')]
}

/** An answer without what differs from request to request. */
const comparable = ([status, text]: Sent, value: string): Sent => [
  status,
  text
    .replaceAll(value, 'THING')
    .replaceAll(/"request_id":"[^"]*"/g, '')
    .replaceAll(/"(id|slideshow_id)":"[^"]*"|[?&](project|post)=[\w-]+|[\w-]+T[\d:.]+Z/g, ''),
]

const nowhere = (kind: keyof Things, owner: string): string =>
  kind === 'file' ? `${owner}/1_${randomUUID().slice(0, 8)}.jpg` : randomUUID()
const cursor = (field: FieldPath, id: string): string => (field.at(-1) === 'after' ? `${Date.now()}000_${id}` : id)

const attacks = publicEndpoints().flatMap((endpoint) => referencesIn(endpoint.input).map((field) => ({ endpoint, field })))
async function buildThings(app: TestApp, user: TestUser, name: string): Promise<Things> {
  const { id: company } = await user.buildCompany(`${name}-company`)
  const key = await buildApiKey(user, { companyId: company })
  await connectAccount(app, user, { platform: 'tumblr' })
  const { body: connected } = await key.call<{ accounts: { id: string }[] }>('GET', '/accounts')
  const account = connected.accounts.at(-1)?.id ?? ''
  const { body: uploaded } = await key.call<{ photo: { path: string } }>('POST', `/photos?filename=${name}.jpg`, {
    body: await photo(40, 30),
  })
  const file = uploaded.photo.path
  const slides = [buildSlide(`${name}-slide`, { backgroundImage: file })]
  const { body: slideshow } = await key.call<{ id: string }>('POST', '/slideshows', { body: { title: `${name}-title`, slides } })
  const targets = [{ account_id: account, options: REQUIRED_OPTIONS.tumblr }]
  const made = await key.call<{ posts: { id: string }[] }>('POST', '/posts', {
    body: { slideshow_id: slideshow.id, targets, caption: `${name}-caption` },
  })
  await user.api('DELETE', `/api-keys/${key.id}`)
  return { company, account, slideshow: slideshow.id, post: made.body.posts[0]?.id ?? '', file }
}

let app: TestApp
beforeEach(async () => {
  app = await startMatrixApp()
})

describe('things of another user', () => {
  let [victim, attacker]: TestUser[] = []
  let [theirs, mine]: Things[] = []
  let key: ApiCaller
  beforeEach(async () => {
    victim = await app.buildUser({ email: `${CANARY}@example.org` })
    const owned = await insertOwned(app, victim)
    theirs = { company: owned.company, account: owned.account, slideshow: owned.project, post: owned.post, file: owned.file }
    attacker = await app.buildUser()
    mine = await buildThings(app, attacker, 'mine')
    key = await buildApiKey(attacker)
  })

  test('the contract has fields that name things in every part of a request', () => {
    const parts = new Set(attacks.map(({ field: [part = ''] }) => part))
    expect([attacks.length > 25, [...parts].toSorted()]).toEqual([true, ['body', 'params', 'query']])
  })

  test('are not found, not told of and not changed by any of them', async () => {
    for (const { endpoint, field } of attacks) {
      const what = `${endpoint.name}: ${field.join('.')}`
      const kind = thingOf(endpoint, field)
      const control = await callWith(key, endpoint, { mine, target: field, value: cursor(field, mine[kind]) })
      expect([what, [400, 401, 403, 404].includes(control[0]) ? control : 'reached']).toEqual([what, 'reached'])
      const before = await rowsOf(app, victim.id)
      const [foreign, absent] = [theirs[kind], nowhere(kind, victim.id)]
      const answers: Sent[] = []
      for (const id of [foreign, absent]) {
        const value = cursor(field, id)
        answers.push(comparable(await callWith(key, endpoint, { mine, target: field, value }), value))
      }
      const [[status = 0, text = ''] = []] = answers
      expect([what, answers[0]]).toEqual([what, answers[1]])
      expect([what, status < 400 && endpoint.isWrite, text.includes(CANARY)]).toEqual([what, false, false])
      expect([what, await rowsOf(app, victim.id)]).toEqual([what, before])
      const stored = await rowsOf(app, attacker.id)
      expect([what, [foreign, victim.id, CANARY].filter((trace) => stored.includes(trace))]).toEqual([what, []])
    }
  })
})

describe('a key for one company', () => {
  let owner: TestUser
  let [theirs, mine]: Things[] = []
  let key: ApiCaller
  beforeEach(async () => {
    owner = await app.buildUser()
    theirs = await buildThings(app, owner, CANARY)
    mine = await buildThings(app, owner, 'mine')
    key = await buildApiKey(owner, { companyId: mine.company })
    await key.call('GET', '/companies')
  })

  test('reaches nothing of another company in any of them', async () => {
    const before = await rowsOf(app, owner.id)
    // Accounts belong to the owner, and posts of every company can go to them.
    for (const { endpoint, field } of attacks.filter((attack) => thingOf(attack.endpoint, attack.field) !== 'account')) {
      const what = `${endpoint.name}: ${field.join('.')}`
      const value = cursor(field, theirs[thingOf(endpoint, field)])
      const [status, text] = await callWith(key, endpoint, { mine, target: field, value })
      expect([what, text.includes(CANARY), status < 400 && field.at(-1) !== 'after']).toEqual([what, false, false])
      expect([what, await rowsOf(app, owner.id)]).toEqual([what, before])
    }
  })

  test('shows photos and the logo of its company, keeps what a slideshow already shows, and learns of no other company', async () => {
    const save = (image: string, etag: string) =>
      key.call('PUT', `/slideshows/${mine.slideshow}`, {
        body: { slides: [buildSlide('x', { backgroundImage: image })] },
        headers: { 'if-match': etag },
      })
    expect((await save(mine.file, '"1"')).status).toBe(200)
    expect((await save(theirs.file, '"2"')).body['code']).toBe('API_KEY_COMPANY')
    const shown = { version: 2, saveId: randomUUID(), slides: [buildSlide('x', { backgroundImage: theirs.file })] }
    await owner.api('PUT', `/projects/${mine.slideshow}`, shown)
    expect((await save(theirs.file, '"3"')).status).toBe(200)
    const { body } = await (await buildApiKey(owner)).call<{ photos: { id: string; path: string }[] }>('GET', '/photos')
    await owner.api('POST', '/media/link', { ids: body.photos.map(({ id }) => id), companyId: mine.company })
    expect((await save(theirs.file, '"4"')).status).toBe(200)
    const listed = await key.call<{ photos: { company_ids: string[] }[] }>('GET', '/photos')
    expect(listed.body.photos.map((one) => one.company_ids)).toEqual([[mine.company], [mine.company]])
  })
})
