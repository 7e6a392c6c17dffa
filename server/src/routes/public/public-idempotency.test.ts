import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { idempotencyKeys } from '../../db/schema-idempotency.ts'
import { buildApiKey, type ApiCaller } from '../../testing/api-caller.ts'
import { buildSlide, photo, startTestApp, type TestApp, type TestUser } from '../../testing/app.ts'

let app: TestApp
let user: TestUser
let key: ApiCaller
beforeEach(async () => {
  app = await startTestApp()
  user = await app.buildUser()
  key = await buildApiKey(user)
})

describe('an idempotency key', () => {
  test('gives three retries of a write one result and one answer', async () => {
    const slides = [buildSlide('x')]
    const [idempotencyKey, changed] = ['create', [buildSlide('y')]]
    const answers = []
    for (let turn = 0; turn < 3; turn += 1)
      answers.push(await key.call('POST', '/slideshows', { body: { title: 'Once', slides }, idempotencyKey }))
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')])).toEqual([
      [201, null],
      [201, 'true'],
      [201, 'true'],
    ])
    const path = `/slideshows/${String(answers[0]?.body['id'])}`
    for (let turn = 0; turn < 3; turn += 1) {
      const update = { body: { slides: changed }, headers: { 'if-match': '"1"' }, idempotencyKey: 'update' }
      expect((await key.call('PUT', path, update)).headers.get('etag')).toBe('"2"')
      const bytes = { body: await samePhoto(), idempotencyKey: 'upload' }
      expect((await key.call('POST', '/photos', bytes)).body).toMatchObject({ is_duplicate: false })
    }
    expect((await key.call('GET', '/slideshows')).body).toMatchObject({ slideshows: [{ version: 2 }], next: null })
    expect((await key.call<{ photos: unknown[] }>('GET', '/photos')).body.photos.length).toBe(1)
  })

  test('is required, belongs to one request and one API key, and is free again after a failure', async () => {
    const body = { title: 'x', slides: [buildSlide('x')] }
    const send = (overrides: object, caller = key) => caller.call('POST', '/slideshows', { body: overrides, idempotencyKey: 'one' })
    const none = await key.call('POST', '/slideshows', { body, idempotencyKey: '' })
    expect([none.status, none.body['code']]).toEqual([400, 'IDEMPOTENCY_KEY_REQUIRED'])
    expect((await send({ title: '' })).status).toBe(400)
    expect((await send(body)).status).toBe(201)
    const reused = await send({ ...body, title: 'y' })
    expect([reused.status, reused.body['code']]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED'])
    expect((await send({ ...body, title: 'y' }, await buildApiKey(user))).status).toBe(201)
  })

  test('of concurrent requests runs one of them', async () => {
    const body = { title: 'x', slides: [buildSlide('x')] }
    const all = await Promise.all(Array.from({ length: 8 }, () => key.call('POST', '/slideshows', { body, idempotencyKey: 'one' })))
    for (const { status, headers } of all) {
      expect([201, 409]).toContain(status)
      if (status === 409) expect(headers.get('retry-after')).toBe('2')
    }
    expect((await key.call('GET', '/slideshows')).body).toMatchObject({ slideshows: [{ title: 'x' }], next: null })
  })

  test('whose request died is taken over, and finds what that one made', async () => {
    const sent = { body: { title: 'x', slides: [buildSlide('x')] }, idempotencyKey: 'one' }
    const first = await key.call('POST', '/slideshows', sent)
    const held = (until: string) =>
      app.services.db.asSystem((tx) => tx.update(idempotencyKeys).set({ answer: null, heldUntil: sql`now() + ${until}::interval` }))
    await held('1 minute')
    expect((await key.call('POST', '/slideshows', sent)).status).toBe(409)
    await held('-1 second')
    const again = await key.call('POST', '/slideshows', sent)
    expect([again.status, again.body['id']]).toEqual([201, first.body['id']])
  })

  test('is kept for 24 hours', async () => {
    const sent = { body: { title: 'x', slides: [buildSlide('x')] }, idempotencyKey: 'one' }
    await key.call('POST', '/slideshows', sent)
    const age = (hours: number) =>
      app.services.db.asSystem((tx) => tx.update(idempotencyKeys).set({ madeAt: sql`now() - make_interval(hours => ${hours}::integer)` }))
    await age(23)
    expect((await key.call('POST', '/slideshows', sent)).headers.get('idempotent-replayed')).toBe('true')
    await age(25)
    expect((await key.call('POST', '/slideshows', sent)).headers.get('idempotent-replayed')).toBeNull()
  })
})

let cached: Promise<Uint8Array> | undefined
const samePhoto = () => (cached ??= photo())
