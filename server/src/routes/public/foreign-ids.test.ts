import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONTENT_TYPE_IDS } from '@ninesixteen/shared/content-types/ids'
import type { PublicGeneration } from '@ninesixteen/shared/public-api/slideshows'
import { isStarterPath } from '@ninesixteen/shared/slide/starter-photos'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { connectAgent } from '../../testing/agent.ts'
import { buildApiKey, type ApiCaller } from '../../testing/api-caller.ts'
import { buildSlide, photo, type TestApp, type TestUser } from '../../testing/app.ts'
import { publicEndpoints, referencesIn, type FieldPath } from '../../testing/public-contract.ts'
import {
  buildResources,
  callToolWith,
  callWith,
  resourceOf,
  type ListedTool,
  type Sent,
  type TestResources,
} from '../../testing/public-resources.ts'
import { CANARY, insertOwned } from '../../testing/route-matrix/owned.ts'
import { rowsOf } from '../../testing/route-matrix/rows-of.ts'
import { startMatrixApp } from '../../testing/route-matrix/start.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

/*
 * Other people's ids in every field of every endpoint that takes one, generated from the contract: an endpoint of tomorrow is attacked as soon
 * as it exists. Another user's object must look like one that does not exist.
 */

/** An answer without what differs from request to request. */
const comparable = ([status, text]: Sent, value: string): Sent => [
  status,
  text
    .replaceAll(value, 'THING')
    .replaceAll(/"request_id":"[^"]*"/g, '')
    .replaceAll(/"(id|slideshow_id)":"[^"]*"|[?&](project|post)=[\w-]+|[\w-]+T[\d:.]+Z/g, ''),
]

const nowhere = (kind: keyof TestResources, owner: string): string =>
  kind === 'file' ? `${owner}/1_${randomUUID().slice(0, 8)}.jpg` : randomUUID()
const cursor = (field: FieldPath, id: string): string => (field.at(-1) === 'after' ? `${Date.now()}000_${id}` : id)

const attacks = publicEndpoints().flatMap((endpoint) => referencesIn(endpoint.input).map((field) => ({ endpoint, field })))
let app: TestApp
beforeEach(async () => {
  app = await startMatrixApp()
})

describe('things of another user', () => {
  let victim: TestUser
  let attacker: TestUser
  let theirs: TestResources
  let mine: TestResources
  let key: ApiCaller
  beforeEach(async () => {
    victim = await app.buildUser({ email: `${CANARY}@example.org` })
    const owned = await insertOwned(app, victim)
    theirs = { ...owned, slideshow: owned.project, template: owned.slideshowTemplate }
    attacker = await app.buildUser()
    mine = await buildResources(app, attacker, 'mine')
    key = await buildApiKey(attacker)
  })

  test('the contract has fields that name things in every part of a request', () => {
    const parts = new Set(attacks.map(({ field: [part = ''] }) => part))
    expect([attacks.length > 25, [...parts].toSorted()]).toEqual([true, ['body', 'params', 'query']])
  })

  test('are not found, not told of and not changed by any of them', async () => {
    for (const { endpoint, field } of attacks) {
      const what = `${endpoint.name}: ${field.join('.')}`
      const kind = resourceOf(endpoint.path, field)
      const control = await callWith(key, endpoint, { mine, target: field, value: cursor(field, mine[kind]) })
      expect([what, [400, 401, 403, 404].includes(control[0]) ? control : 'reached']).toEqual([what, 'reached'])
      const before = await rowsOf(app, victim.id)
      const [foreign, absent] = [theirs[kind], nowhere(kind, victim.id)]
      const answers: Sent[] = []
      for (const id of [foreign, absent]) {
        const value = cursor(field, id)
        answers.push(comparable(await callWith(key, endpoint, { mine, target: field, value }), value))
      }
      const [status, text] = answers[0] ?? [0, '']
      expect([what, answers[0]]).toEqual([what, answers[1]])
      expect([what, status < 400 && endpoint.isWrite, text.includes(CANARY)]).toEqual([what, false, false])
      expect([what, await rowsOf(app, victim.id)]).toEqual([what, before])
      const stored = await rowsOf(app, attacker.id)
      expect([what, [foreign, victim.id, CANARY].filter((trace) => stored.includes(trace))]).toEqual([what, []])
    }
  })
})

describe('things of another user, by tools', () => {
  test('are not found, not told of and not changed by any of them', async () => {
    const victim = await app.buildUser({ email: `${CANARY}@example.org` })
    const owned = await insertOwned(app, victim)
    const theirs = { ...owned, slideshow: owned.project, template: owned.slideshowTemplate }
    const attacker = await app.buildUser()
    const mine = await buildResources(app, attacker, 'mine')
    const agent = await connectAgent(await buildApiKey(attacker))
    const tools = (await agent.list()).tools as ListedTool[]
    const before = await rowsOf(app, victim.id)
    for (const tool of tools) {
      for (const field of referencesIn(tool.inputSchema)) {
        const what = `${tool.name}: ${field.join('.')}`
        const kind = resourceOf(tool.name, field)
        const answers: [boolean, string][] = []
        for (const id of [theirs[kind], nowhere(kind, victim.id)]) {
          const value = cursor(field, id)
          const [isError, text] = await callToolWith(agent, tool, { mine, target: field, value })
          answers.push([isError, comparable([0, text], value)[1]])
        }
        expect([what, answers[0]]).toEqual([what, answers[1]])
        expect([what, answers[0]?.[1].includes(CANARY)]).toEqual([what, false])
        expect([what, await rowsOf(app, victim.id)]).toEqual([what, before])
      }
    }
  })
})

describe('a key for one company', () => {
  let owner: TestUser
  let theirs: TestResources
  let mine: TestResources
  let key: ApiCaller
  beforeEach(async () => {
    owner = await app.buildUser()
    theirs = await buildResources(app, owner, CANARY)
    mine = await buildResources(app, owner, 'mine')
    key = await buildApiKey(owner, { companyId: mine.company })
    await key.call('GET', '/companies')
  })

  test('reaches nothing of another company in any of them', async () => {
    const before = await rowsOf(app, owner.id)
    // Accounts belong to the owner, and posts of every company can go to them.
    for (const { endpoint, field } of attacks.filter((attack) => resourceOf(attack.endpoint.path, attack.field) !== 'account')) {
      const what = `${endpoint.name}: ${field.join('.')}`
      const value = cursor(field, theirs[resourceOf(endpoint.path, field)])
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

describe('writes of a key for one company that has a single photo', () => {
  let sandbox: TestSandbox
  beforeAll(async () => {
    sandbox = await startTestSandbox()
  })
  afterAll(() => sandbox.release())

  /** An owner whose other company has more photos; `countTheirs` says how often stored rows name one of them. */
  async function start() {
    const models = { model: 'gpt-4.1-mini', ideaModel: 'gpt-4.1-mini', allowedModels: ['gpt-4.1-mini'] }
    app = await startMatrixApp({ ai: { ...models, baseUrl: sandbox.openai, apiKey: 'sk-test', sandbox: true, dailyTokens: 10_000_000 } })
    const owner = await app.buildUser()
    const mine = await buildResources(app, owner, 'mine')
    const theirs = await buildResources(app, owner, CANARY)
    const theirKey = await buildApiKey(owner, { companyId: theirs.company })
    const files = [theirs.file]
    for (let width = 41; width < 46; width += 1) {
      const { body } = await theirKey.call<{ photo: { path: string } }>('POST', '/photos?filename=x.jpg', { body: await photo(width, 30) })
      files.push(body.photo.path)
    }
    const countIn = (text: string) => files.reduce((sum, file) => sum + text.split(file).length - 1, 0)
    const countTheirs = async () => countIn(await rowsOf(app, owner.id))
    return { mine, countIn, countTheirs, key: await buildApiKey(owner, { companyId: mine.company }) }
  }

  /** Runs due jobs until a request that waits for one of them is answered. */
  async function whileJobsRun<T>(request: Promise<T>): Promise<T> {
    const state = { isAnswered: false }
    const answered = request.finally(() => {
      state.isAnswered = true
    })
    while (!state.isAnswered) await Promise.race([answered, app.services.jobs.runDue()])
    return answered
  }

  test('store and answer no file of another company, by any endpoint and any tool', async () => {
    const { mine, countIn, countTheirs, key } = await start()
    const before = await countTheirs()
    const answers: [name: string, isDone: boolean, text: string][] = []
    for (const endpoint of publicEndpoints().filter(({ isWrite }) => isWrite)) {
      const waits = endpoint.input.properties?.['headers']?.properties?.['prefer'] !== undefined
      const [status, text] = await whileJobsRun(
        callWith(key, endpoint, { mine, ...(waits && { target: ['headers', 'prefer'], value: 'wait=60' }) }),
      )
      answers.push([endpoint.name, status < 400, text])
    }
    const agent = await connectAgent(key)
    for (const tool of (await agent.list()).tools as ListedTool[]) {
      const [isError, text] = await whileJobsRun(callToolWith(agent, tool, { mine }))
      answers.push([tool.name, !isError, text])
    }
    expect([answers.filter(([, , text]) => countIn(text) > 0), await countTheirs()]).toEqual([[], before])
    const done = answers.flatMap(([name, isDone]) => (isDone ? [name] : []))
    expect(done).toEqual(expect.arrayContaining(['slideshows.generate', 'renders.create', 'generate_slideshow', 'render_slideshow']))
  })

  test.for(CONTENT_TYPE_IDS.filter((id) => id !== 'custom'))('choose photos of its company alone for %s', async (contentType) => {
    const { mine, countTheirs, key } = await start()
    const before = await countTheirs()
    const chosen: string[] = []
    for (const how of [{ content_type: contentType }, { template_id: mine.template }]) {
      const body = { topic: '5 calm mornings', ...how }
      const generated = await key.call<PublicGeneration>('POST', '/slideshows/generate', { body, headers: { prefer: 'wait=60' } })
      expect(generated.body.status).toBe('done')
      const path = `/slideshows/${generated.body.slideshow_id}`
      const { slides } = (await key.call<{ slides: Slide[] }>('GET', path)).body
      chosen.push(...slides.map(({ backgroundImage }) => backgroundImage ?? ''))
      expect((await key.call('POST', `${path}/renders`, { body: { type: 'mp4' } })).status).toBe(202)
    }
    // The second slideshow begins with another photo than the first, so with one of the product.
    expect(new Set(chosen.filter((image) => !isStarterPath(image)))).toEqual(new Set([mine.file]))
    expect(await countTheirs()).toBe(before)
  })
})
