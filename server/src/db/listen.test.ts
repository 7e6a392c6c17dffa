import { randomUUID } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { takeDatabaseOffline } from '../testing/database-outage.ts'
import { createListen, POSTS_DUE, type Changed, type ListenLimits, type Listening, type Topic } from './listen.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
})

afterAll(() => database.drop())

/** A new user for each test: events of an earlier test may still be on their way. */
let ann: string
let bob: string
beforeEach(() => {
  ;[ann, bob] = [randomUUID(), randomUUID()]
})

const QUICK: Partial<ListenLimits> = { pauseMs: 1, firstRetryMs: 1, maxRetryMs: 20 }

interface LoggedListening extends Listening {
  lines: string[]
}

/** Resolves once the connection listens. */
async function listen(bounds: Partial<ListenLimits> = {}, connection: pg.PoolConfig = database.connection): Promise<LoggedListening> {
  const lines: string[] = []
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) })
  const listening = createListen(connection, log, { ...QUICK, ...bounds })
  onTestFinished(() => listening.close())
  const started = Promise.withResolvers<Changed>()
  const unsubscribe = listening.subscribe('the first', started.resolve)
  expect(await started.promise).toBe('all')
  unsubscribe()
  return { ...listening, lines }
}

function follow(listening: Listening, topic: Topic): Changed[] {
  const changes: Changed[] = []
  listening.subscribe(topic, (changed) => void changes.push(changed))
  return changes
}

const LISTENING = "pg_stat_activity where application_name = 'ninesixteen changes' and datname = current_database()"

const notify = (payload: string) => database.db.pool.query('select pg_notify($1, $2)', ['person_changed', payload])
const postsAreDue = () => database.db.pool.query('notify posts_due')
const change = (userId: string, kind = 'posts') => notify(JSON.stringify({ userId, what: kind }))

test("changes notify every process of that user's changes and the publisher of due posts", async () => {
  const [one, other] = [await listen(), await listen()]
  const [anns, elsewhere, bobs, due] = [follow(one, ann), follow(other, ann), follow(one, bob), follow(other, POSTS_DUE)]
  await change(ann)
  await expect.poll(() => [anns, elsewhere]).toEqual([['posts'], ['posts']])
  expect(due).toEqual([])
  await postsAreDue()
  await expect.poll(() => due).toEqual(['posts'])
  await change(bob, 'notices')
  await expect.poll(() => bobs).toEqual(['notices'])
  expect([anns, elsewhere]).toEqual([['posts'], ['posts']])
})

test('subscribers share one connection, which opens with the first', async () => {
  const { db, connection, drop } = await testDatabase()
  onTestFinished(drop)
  const open = async () => (await db.pool.query(`select 1 from ${LISTENING}`)).rowCount
  const idle = createListen(connection, pino({ level: 'silent' }))
  expect(await open()).toBe(0)
  await idle.close()
  const listening = await listen({}, connection)
  for (const userId of [ann, bob, 'cho']) follow(listening, userId)
  expect(await open()).toBe(1)
})

test('a burst is reported once, and changes during the pause once more', async () => {
  const [slow, quick] = [await listen({ pauseMs: 60_000 }), await listen()]
  const [anns, fast, bobs] = [follow(slow, ann), follow(quick, ann), follow(slow, bob)]
  await Promise.all(Array.from({ length: 200 }, () => change(ann)))
  await change(ann, 'notices')
  await change(bob)
  await expect.poll(() => bobs).toEqual(['posts'])
  expect(anns).toEqual(['posts'])
  await expect.poll(() => fast).toContain('notices')
  expect(fast.length).toBeLessThan(202)
})

test('a killed connection reconnects and reports that changes may have been missed', async () => {
  const listening = await listen()
  const changes = follow(listening, ann)
  await database.db.pool.query(`select pg_terminate_backend(pid) from ${LISTENING}`)
  await expect.poll(() => changes).toEqual(['all'])
  await change(ann)
  await expect.poll(() => changes).toEqual(['all', 'posts'])
})

test('an unreachable database is logged once and listened to again when it is back', async () => {
  const { db, connection, drop } = await testDatabase()
  onTestFinished(drop)
  const listening = await listen({}, connection)
  const changes = follow(listening, ann)
  const bringBack = await takeDatabaseOffline(db)
  await expect.poll(() => listening.lines.length).toBe(1)
  await bringBack()
  await expect.poll(() => changes).toEqual(['all'])
  await db.pool.query('select pg_notify($1, $2)', ['person_changed', JSON.stringify({ userId: ann, what: 'notices' })])
  await expect.poll(() => changes).toEqual(['all', 'notices'])
  expect(listening.lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
    'Change listener connection lost',
    'Change listener reconnected',
  ])
})

/** A proxy to the database that can go silent without closing. */
async function startLine(): Promise<{ connection: pg.PoolConfig; silence(): void }> {
  const sockets = new Set<Socket>()
  const socketPath = join(String(database.connection.host), '.s.PGSQL.5432')
  const server = createServer((client) => {
    const upstream = connect(socketPath)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => [client, upstream].map((end) => end.destroy()))
    }
    client.pipe(upstream)
    upstream.pipe(client)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as { port: number }
  const silence = (): void => {
    for (const socket of sockets) socket.unpipe()
    for (const socket of sockets) socket.resume()
    sockets.clear()
  }
  return { connection: { ...database.connection, host: '127.0.0.1', port }, silence }
}

test('an unresponsive connection is closed', async () => {
  const line = await startLine()
  const listening = await listen({ keepAliveMs: 10, queryTimeoutMs: 500 }, line.connection)
  const changes = follow(listening, ann)
  line.silence()
  await expect.poll(() => changes).toEqual(['all'])
  await change(ann)
  await expect.poll(() => changes).toEqual(['all', 'posts'])
})

test('unknown notifications are ignored', async () => {
  const listening = await listen()
  const changes = follow(listening, ann)
  for (const odd of ['', 'posts', `{"userId":"${ann}"}`, `{"userId":"${ann}","what":"all"}`, '[]', `{"userId":7,"what":"posts"}`])
    await notify(odd)
  await change(ann, 'notices')
  await expect.poll(() => changes).toEqual(['notices'])
})

test('unsubscribing ends the callbacks, and the remaining subscribers are notified of the shutdown', async () => {
  const listening = await listen()
  const received: Changed[] = []
  const ended: string[] = []
  const unsubscribe = listening.subscribe(
    ann,
    (changed) => void received.push(changed),
    () => void ended.push('left'),
  )
  const stayed = follow(listening, ann)
  listening.subscribe(
    bob,
    () => undefined,
    () => void ended.push('stayed'),
  )
  unsubscribe()
  await change(ann)
  await expect.poll(() => stayed).toEqual(['posts'])
  expect(received).toEqual([])
  await listening.close()
  expect(ended).toEqual(['stayed'])
  listening.subscribe(
    ann,
    () => undefined,
    () => void ended.push('late'),
  )
  expect(ended).toEqual(['stayed', 'late'])
})
