// @module-tag long

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { ApiCaller, buildApiKey } from '../../testing/api-caller.ts'
import { buildSlide } from '../../testing/build-slide.ts'
import { Caller, photo, type Answer } from '../../testing/caller.ts'
import { testDatabase } from '../../testing/database.ts'
import { createFleet, type Fleet, type FleetProcess } from '../../testing/fleet.ts'
import { publicEndpoints } from '../../testing/public-contract.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'
import { inHours, REQUIRED_OPTIONS } from '../../testing/scheduler.ts'

/* Every write of the public API, while its server process and its program are killed: retries get one effect and one answer. */

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterEach(() => sandbox.reset())
afterAll(() => sandbox.release())

const [dueAt, movedTo, slide] = [inHours(24), inHours(48), buildSlide('x')]
const LONG_TIMEOUT = { timeout: 300_000 }

interface Stage {
  pool: pg.Pool
  fleet: Fleet
}

async function openStage(): Promise<Stage> {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const fleet = await createFleet({ connection: database.connection, sandboxUrl: sandbox.url })
  onTestFinished(() => fleet.kill())
  return { pool: database.db.pool, fleet }
}

/** A user with a key, a slideshow, and a post to move, to cancel or to retry. */
interface Owner {
  key: ApiCaller
  userId: string
  slideshow: string
  account: string
  post: string
  /** Where a write cancels one. */
  render?: string
}

async function buildOwner({ pool }: Stage, { url }: FleetProcess, name: string): Promise<Owner> {
  const caller = new Caller(url)
  const signUp = { email: `${name}@example.org`, password: 'a good password', name }
  const { user } = (await caller.call<{ user: { id: string } }>('POST', '/api/auth/sign-up/email', signUp)).body
  await pool.query('update user_settings set pro_plan = true where user_id = $1', [user.id])
  const key = await buildApiKey(caller)
  const connected = await pool.query<{ id: string }>(
    `insert into social_accounts (user_id, platform, account_id, username, access_token, scopes)
     values ($1, 'tumblr', $2, $2, 'sealed.v1.none', '{write}') returning id`,
    [user.id, `t:${name}`],
  )
  const account = connected.rows[0]?.id ?? ''
  const { body: slideshow } = await key.call<{ id: string }>('POST', '/slideshows', { body: { title: name, slides: [buildSlide(name)] } })
  const { body: posted } = await key.call<{ posts: { id: string }[] }>('POST', '/posts', { body: orderOf(slideshow.id, account) })
  return { key, userId: user.id, slideshow: slideshow.id, account, post: posted.posts[0]?.id ?? '' }
}

const orderOf = (slideshow: string, account: string) => ({
  slideshow_id: slideshow,
  scheduled_at: dueAt,
  targets: [{ account_id: account, options: REQUIRED_OPTIONS.tumblr }],
})

/** A write of the API, and what it leaves behind: a query whose one number grows by one, however often it is sent. */
interface Write {
  send(owner: Owner, key: ApiCaller): Promise<Answer<Record<string, unknown>>>
  effects: string
  prepare?: (owner: Owner, pool: pg.Pool) => Promise<unknown>
}

const events = (kind: string) => `select count(*) from post_events where user_id = $1 and kind = '${kind}'`
const CANCELLED_RUNS = `select count(*) from runs where user_id = $1 and state = 'cancelled'`

async function addRender(owner: Owner): Promise<void> {
  const { key, slideshow } = owner
  const { body } = await key.call<{ id: string }>('POST', `/slideshows/${slideshow}/renders`, { body: { type: 'pdf' } })
  owner.render = body.id
}

let picture: Promise<Uint8Array> | undefined

/** By the names of the contract: a write without a line here fails the test. */
const WRITES: Record<string, Write> = {
  'slideshows.create': {
    send: (_, key) => key.call('POST', '/slideshows', { body: { title: 'Once', slides: [slide] }, idempotencyKey: 'one' }),
    effects: 'select count(*) from projects where user_id = $1',
  },
  'slideshows.update': {
    send: ({ slideshow }, key) =>
      key.call('PUT', `/slideshows/${slideshow}`, {
        body: { slides: [slide] },
        headers: { 'if-match': '"1"' },
        idempotencyKey: 'one',
      }),
    effects: 'select sum(version) from projects where user_id = $1',
  },
  'slideshows.generate': {
    send: (_, key) => key.call('POST', '/slideshows/generate', { body: { topic: '5 morning habits' }, idempotencyKey: 'one' }),
    effects: 'select count(*) from projects where user_id = $1',
  },
  'photos.upload': {
    send: async (_, key) => key.call('POST', '/photos', { body: await (picture ??= photo()), idempotencyKey: 'one' }),
    effects: 'select count(*) from media_items where user_id = $1',
  },
  'photos.import': {
    send: async (_, key) => {
      const data = Buffer.from(await (picture ??= photo())).toString('base64')
      return key.call('POST', '/photos/import', { body: { data }, idempotencyKey: 'one' })
    },
    effects: 'select count(*) from media_items where user_id = $1',
  },
  'renders.create': {
    send: ({ slideshow }, key) => key.call('POST', `/slideshows/${slideshow}/renders`, { body: { type: 'pdf' }, idempotencyKey: 'one' }),
    effects: 'select count(*) from runs where user_id = $1',
  },
  'renders.cancel': {
    send: ({ render }, key) => key.call('POST', `/renders/${render}/cancel`, { idempotencyKey: 'one' }),
    effects: CANCELLED_RUNS,
    prepare: addRender,
  },
  'runs.cancel': {
    send: ({ render }, key) => key.call('POST', `/runs/${render}/cancel`, { idempotencyKey: 'one' }),
    effects: CANCELLED_RUNS,
    prepare: addRender,
  },
  'posts.create': {
    send: ({ slideshow, account }, key) => key.call('POST', '/posts', { body: orderOf(slideshow, account), idempotencyKey: 'one' }),
    effects: 'select count(*) from scheduled_posts where user_id = $1',
  },
  'posts.move': {
    send: ({ post }, key) => key.call('POST', `/posts/${post}/move`, { body: { scheduled_at: movedTo }, idempotencyKey: 'one' }),
    effects: events('moved'),
  },
  'posts.cancel': {
    send: ({ post }, key) => key.call('POST', `/posts/${post}/cancel`, { idempotencyKey: 'one' }),
    effects: events('cancelled'),
  },
  'posts.retry': {
    send: ({ post }, key) => key.call('POST', `/posts/${post}/retry`, { body: { scheduled_at: movedTo }, idempotencyKey: 'one' }),
    effects: events('retried'),
    prepare: ({ key, post }) => key.call('POST', `/posts/${post}/cancel`),
  },
}

test('every write of the contract is killed here', () => {
  const writes = publicEndpoints().filter(({ isWrite }) => isWrite)
  expect(writes.map(({ name }) => name).toSorted()).toEqual(Object.keys(WRITES).toSorted())
})

/** Statements that wait while the test holds its lock. */
const HOLD = `create function hold() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock_shared(916); return new; end $$;`
const MOMENTS = {
  'before its effect': ['projects', 'media_items', 'scheduled_posts', 'runs']
    .map((table) => `create trigger hold before insert or update on ${table} for each row execute function hold();`)
    .join('\n'),
  'between its effect and its answer': `create trigger hold before update on wishes for each row when (new.answer is not null) execute function hold();`,
}

test.each(Object.entries(MOMENTS))(
  'a write whose process is killed %s is done once, and answers three retries alike',
  LONG_TIMEOUT,
  async (_, triggers) => {
    const stage = await openStage()
    const { pool, fleet } = stage
    const [a, b, survivor] = await Promise.all([fleet.start('web'), fleet.start('web'), fleet.start('web')])
    const owners = new Map<string, Owner>()
    for (const [name, { prepare }] of Object.entries(WRITES)) {
      const owner = await buildOwner(stage, a, name.replace('.', '-'))
      await prepare?.(owner, pool)
      owners.set(name, owner)
    }
    const effectsOf = async (name: string): Promise<number> =>
      Number(
        Object.values((await pool.query<Record<string, string>>(WRITES[name]?.effects ?? '', [owners.get(name)?.userId])).rows[0] ?? {})[0],
      )
    const before = new Map<string, number>()
    for (const name of owners.keys()) before.set(name, await effectsOf(name))

    const holder = await pool.connect()
    onTestFinished(() => holder.release(true))
    await holder.query('select pg_advisory_lock(916)')
    await pool.query(HOLD + triggers)
    const sendTo = ({ url }: FleetProcess, name: string, owner: Owner) => {
      const { send } = WRITES[name] ?? {}
      if (!send) throw new Error(`There is no write ${name}`)
      return send(owner, new ApiCaller(url, owner.key))
    }
    // Each holds a connection to the database, of which a process has ten.
    const lost = [...owners].map(([name, owner], at) => sendTo(at % 2 === 0 ? a : b, name, owner).catch((error: unknown) => error))
    const waiting = `select count(*) from pg_locks where locktype = 'advisory' and objid = 916 and not granted
    and database = (select oid from pg_database where datname = current_database())`
    const countWaiting = async () => Number((await pool.query<{ count: string }>(waiting)).rows[0]?.count)
    await expect.poll(countWaiting).toBe(owners.size)
    for (const { child } of [a, b]) child.kill('SIGKILL')
    for (const answer of await Promise.all(lost)) expect(answer).toBeInstanceOf(Error)
    await holder.query('select pg_advisory_unlock(916)')
    await expect.poll(countWaiting).toBe(0)
    // Statements of the dead process may still end.
    const busy = `select count(*) from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`
    await expect.poll(async () => Number((await pool.query<{ count: string }>(busy)).rows[0]?.count)).toBe(0)

    // The dead processes extend nothing: their keys are free within seconds.
    const held = 'select max(extract(epoch from held_until - now()))::float8 as seconds from wishes where answer is null'
    expect((await pool.query<{ seconds: number }>(held)).rows[0]?.seconds).toBeLessThanOrEqual(12)
    await pool.query(`update wishes set held_until = now() + interval '1 minute' where answer is null`)
    for (const [name, owner] of owners) {
      const running = await sendTo(survivor, name, owner)
      expect([name, running.status, running.body['code']]).toEqual([name, 409, 'IDEMPOTENCY_KEY_RUNNING'])
    }
    await pool.query(`update wishes set held_until = now() - interval '1 second' where answer is null`)
    for (const [name, owner] of owners) {
      const answers = []
      for (let turn = 0; turn < 3; turn += 1) answers.push(await sendTo(survivor, name, owner))
      expect([name, answers[0]?.status]).toEqual([name, expect.toSatisfy((status: number) => status < 300)])
      const first = JSON.stringify([answers[0]?.status, answers[0]?.body])
      expect([name, answers.map(({ status, body }) => JSON.stringify([status, body]))]).toEqual([name, [first, first, first]])
      expect([name, answers.map(({ headers }) => headers.get('idempotent-replayed'))]).toEqual([name, [null, 'true', 'true']])
      expect([name, await effectsOf(name)]).toEqual([name, (before.get(name) ?? 0) + 1])
    }
    // A slideshow that a dead process began is not written a second time.
    expect((await sandbox.requests()).length).toBeLessThanOrEqual(1)
  },
)

interface Spoken {
  step: string
  answer?: string
}

test(
  'a program that sends every write three times, and is killed before each, leaves each effect once and hears one answer',
  LONG_TIMEOUT,
  async () => {
    const stage = await openStage()
    const { pool, fleet } = stage
    let server = await fleet.start('web')
    const owner = await buildOwner(stage, server, 'ann')
    const counts = async () => {
      const tables = ['projects', 'media_items', 'scheduled_posts', 'runs']
      const found = tables.map((table) => pool.query<{ count: string }>(`select count(*) from ${table} where user_id = $1`, [owner.userId]))
      const kinds = ['moved', 'cancelled', 'retried'].map((kind) => pool.query<{ count: string }>(events(kind), [owner.userId]))
      return (await Promise.all([...found, ...kinds])).map(({ rows }) => Number(rows[0]?.count))
    }
    const before = await counts()
    const received = new Map<string, Set<string>>()

    /** Runs the program until it announces this step, if any; returns whether it ended by itself. */
    async function run(killedAt: number): Promise<boolean> {
      const config = JSON.stringify({ url: server.url, secret: owner.key.secret, account: owner.account, at: dueAt, movedTo })
      const child = spawn(process.execPath, [join(import.meta.dirname, '../../testing/repeat-writes.ts'), config], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      let steps = 0
      for await (const line of createInterface({ input: child.stdout })) {
        const { step, answer } = JSON.parse(line) as Spoken
        if (answer !== undefined) received.set(step, (received.get(step) ?? new Set()).add(answer))
        else if (++steps === killedAt) child.kill('SIGKILL')
      }
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
      if (child.signalCode === 'SIGKILL') return false
      expect(child.exitCode).toBe(0)
      return true
    }

    for (let step = 1; !(await run(step)); step += 1) {
      if (step % 6 === 0) {
        server.child.kill('SIGKILL')
        await server.ended
        server = await fleet.start('web')
      }
      await pool.query(`update wishes set held_until = now() - interval '1 second' where answer is null`)
      await pool.query('delete from rate_limits')
    }
    const writes = [...received].filter(([step]) => step in WRITES)
    expect(writes.map(([step, answers]) => [step, answers.size])).toEqual(Object.keys(WRITES).map((step) => [step, 1]))
    const grown = (await counts()).map((count, at) => count - (before[at] ?? 0))
    expect(grown).toEqual([2, 2, 1, 2, 1, 1, 1])
  },
)
