import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import { createListen } from '../db/listen.ts'
import { users } from '../db/schema-accounts.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { takeDatabaseOffline } from '../testing/database-outage.ts'
import { defineJob, workFor, type Work } from './job.ts'
import { deleteJobsOfMissingUsers, deleteJobsOfUser } from './jobs-database.ts'
import { createJobs, type Jobs } from './jobs.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await testDatabase()
  onTestFinished(() => database.drop())
})

/** Completed jobs, and the results of the next failing runs. */
const done: string[] = []
let failures: Error[] = []
beforeEach(() => {
  done.length = 0
  failures = []
})

const order = z.object({ id: z.string() })
const plain = defineJob({ name: 'plain', data: order, retries: 0, seconds: 30 })
const single = defineJob({ ...plain, name: 'single', isOneOfKey: true })
const unkind = defineJob({ name: 'unkind', data: order, retries: 2, retryAfter: 60, seconds: 30 })
const note = async ({ id }: { id: string }): Promise<void> => void done.push(id)
const KINDS: Work[] = [
  workFor(plain, note),
  workFor(single, note),
  workFor(unkind, async ({ id }, { attempt }) => {
    const failure = failures.shift()
    if (failure) throw failure
    done.push(`${id} ${attempt}`)
  }),
]

function open(kinds: readonly Work[] = KINDS): { jobs: Jobs; lines: string[] } {
  const lines: string[] = []
  const log = pino({ level: 'info', base: null }, { write: (line: string) => void lines.push(line) })
  const { connection } = database
  const changes = createListen(connection, log)
  const jobs = createJobs({ connection, changes, log, kinds })
  onTestFinished(async () => {
    await changes.close()
    await jobs.stop()
  })
  return { jobs, lines }
}

const messages = (lines: string[]) => lines.map((line) => (JSON.parse(line) as { msg: string }).msg)

const ofUser = defineJob({ name: 'of-user', data: z.object({ userId: z.string() }), retries: 0, seconds: 30 })
const storedUsers = async () =>
  (await database.db.pool.query<{ user: string }>(`select data ->> 'userId' as "user" from pgboss.job where name = 'of-user'`)).rows.map(
    ({ user }) => user,
  )
const addUser = (id: string) => database.db.asSystem((tx) => tx.insert(users).values({ id, name: 'Ann', email: `${id}@example.org` }))

describe('a job that names a user', () => {
  const kinds = [...KINDS, workFor(ofUser, async () => undefined)]

  test('needs a transaction, and is dropped once the user is gone', async () => {
    const { jobs } = open(kinds)
    await addUser('ann')
    await expect(jobs.send(ofUser, { userId: 'ann' })).rejects.toThrow('needs a transaction')
    expect(await database.db.asUser('ann', (tx) => jobs.send(ofUser, { userId: 'ann' }, { tx }))).toBe(true)
    expect(await database.db.asUser('bob', (tx) => jobs.send(ofUser, { userId: 'bob' }, { tx }))).toBe(false)
    expect(await storedUsers()).toEqual(['ann'])
  })

  test('is deleted with its user, also when it is sent at the same moment', async () => {
    const { jobs } = open(kinds)
    await addUser('ann')
    const deletion = await database.db.asUser('ann', async (tx) => {
      await jobs.send(ofUser, { userId: 'ann' }, { tx })
      const deleting = database.db.asSystem(async (other) => {
        await other.delete(users).where(eq(users.id, 'ann'))
        await deleteJobsOfUser(other, 'ann')
      })
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      await expect.poll(async () => (await database.db.pool.query(waiting)).rowCount).toBe(1)
      return { deleting }
    })
    await deletion.deleting
    expect(await storedUsers()).toEqual([])
  })

  test('is swept when its user is gone', async () => {
    const { jobs } = open(kinds)
    for (const id of ['ann', 'bob']) {
      await addUser(id)
      await database.db.asUser(id, (tx) => jobs.send(ofUser, { userId: id }, { tx }))
    }
    await jobs.send(plain, { id: 'nobody' }, { startAfter: 3600 })
    await database.db.asSystem((tx) => tx.delete(users).where(eq(users.id, 'ann')))
    await database.db.asSystem(deleteJobsOfMissingUsers)
    expect(await storedUsers()).toEqual(['bob'])
    expect(await jobs.runDue({ ahead: true })).toContain('plain')
  })
})

describe('a job', () => {
  test('runs when it is due, in any process, and not earlier', async () => {
    const [{ jobs }, other] = [open(), open()]
    expect(await jobs.send(plain, { id: 'now' })).toBe(true)
    await jobs.send(plain, { id: 'later' }, { startAfter: 3600 })
    await jobs.send(plain, { id: 'at its time' }, { startAfter: new Date(Date.now() + 3_600_000) })
    expect(await other.jobs.runDue()).toEqual(['plain'])
    expect(done).toEqual(['now'])
    await other.jobs.runDue({ ahead: true })
    expect(done.toSorted()).toEqual(['at its time', 'later', 'now'])
    expect(await jobs.runDue({ ahead: true })).toEqual([])
  })

  test('with a field that its kind does not name is refused by the sender and by the worker', async () => {
    const { jobs, lines } = open()
    const extended = { id: 'extended', later: { deep: 1 } }
    await expect(jobs.send(plain, extended)).rejects.toThrow('later')
    await jobs.send(defineJob({ ...plain, data: z.looseObject({ id: z.string() }) }), extended)
    expect(await jobs.runDue()).toEqual(['plain: failed'])
    expect(done).toEqual([])
    expect(messages(lines)).toContain('Background job failed')
  })

  test('exists exactly if its transaction commits, for any user', async () => {
    const { jobs } = open()
    const { db } = database
    await db.asSystem((tx) => tx.insert(users).values({ id: 'ann', name: 'Ann', email: 'ann@example.org' }))
    await db.asUser('ann', async (tx) => {
      await jobs.send(plain, { id: 'kept' }, { tx })
      const { rows } = await tx.execute<{ role: string }>(sql`select current_setting('role') as role`)
      expect(rows[0]?.role).toBe('ninesixteen_app')
      // It isn't visible before the commit.
      expect(await jobs.runDue()).toEqual([])
    })
    await db.asSystem((tx) => jobs.send(plain, { id: 'of the system' }, { tx }))
    await expect(
      db.asUser('ann', async (tx) => {
        await jobs.send(plain, { id: 'dropped' }, { tx })
        throw new Error('changed its mind')
      }),
    ).rejects.toThrow('changed its mind')
    await jobs.runDue()
    expect(done.toSorted()).toEqual(['kept', 'of the system'])
  })

  test('with an idempotency key is enqueued once, even after it ran', async () => {
    const { jobs } = open()
    expect(await jobs.send(plain, { id: 'a' }, { idempotencyKey: 'mail 1' })).toBe(true)
    expect(await jobs.send(plain, { id: 'a' }, { idempotencyKey: 'mail 1' })).toBe(false)
    await jobs.runDue()
    expect(await jobs.send(plain, { id: 'a' }, { idempotencyKey: 'mail 1' })).toBe(false)
    expect(await jobs.send(plain, { id: 'a' }, { idempotencyKey: 'mail 2' })).toBe(true)
    expect(await jobs.send(unkind, { id: 'a' }, { idempotencyKey: 'mail 1' })).toBe(true)
  })

  test('with a key is queued alone, and the next after it ran', async () => {
    const { jobs } = open()
    const sent = async (key: string) => jobs.send(single, { id: key }, { key, startAfter: 3600 })
    expect([await sent('ann'), await sent('ann'), await sent('bob')]).toEqual([true, false, true])
    await jobs.runDue({ ahead: true })
    expect(done.toSorted()).toEqual(['ann', 'bob'])
    expect(await sent('ann')).toBe(true)
  })

  test('that waits for its time is brought forward by its key', async () => {
    const { jobs } = open()
    await jobs.send(single, { id: 'ann' }, { key: 'ann', startAfter: 3600 })
    await jobs.send(single, { id: 'bob' }, { key: 'bob', startAfter: 3600 })
    expect(await jobs.send(single, { id: 'ann again' }, { key: 'ann', bringsForward: true })).toBe(false)
    await jobs.runDue()
    expect(done).toEqual(['ann'])
  })

  test('that fails is retried up to its limit and stores no details of the error', async () => {
    const { jobs, lines } = open()
    failures = [new Error('key sk-secret is wrong'), new AppError('NOT_FOUND')]
    await jobs.send(unkind, { id: 'a' })
    expect(await jobs.runDue()).toEqual(['unkind: failed'])
    expect(await jobs.runDue()).toEqual([])
    expect(await jobs.runDue({ ahead: true })).toEqual(['unkind: failed', 'unkind'])
    expect(done).toEqual(['a 2'])
    failures = [new Error('1'), new Error('2'), new Error('3')]
    await jobs.send(unkind, { id: 'b' })
    expect(await jobs.runDue({ ahead: true })).toEqual(['unkind: failed', 'unkind: failed', 'unkind: failed'])
    const { rows } = await database.db.pool.query<{ state: string; kept: string }>(
      "select state::text, coalesce(output::text, '') as kept from pgboss.job where name = 'unkind' order by created_on",
    )
    expect(rows.map(({ state }) => state)).toEqual(['completed', 'failed'])
    for (const { kept } of rows) expect(kept).not.toMatch(/secret|at .*\.ts/)
    expect(messages(lines)).toEqual(Array.from({ length: 5 }, () => 'Background job failed'))
  })

  test('with invalid data is not enqueued, and an incompatible one of an earlier version fails', async () => {
    const { jobs } = open()
    await expect(jobs.send(plain, { wrong: 1 } as never)).rejects.toThrow(z.ZodError)
    const older = defineJob({ name: 'plain', data: z.object({ id: z.number() }), retries: 0, seconds: 30 })
    await jobs.send(older, { id: 7 })
    expect(await jobs.runDue()).toEqual(['plain: failed'])
  })
})

describe('a worker', () => {
  test('is notified of a job at once by any process', async () => {
    const [worker, web] = [open(), open()]
    worker.jobs.work()
    await worker.jobs.send(plain, { id: 'own' })
    await expect.poll(() => done).toEqual(['own'])
    await database.db.asSystem((tx) => web.jobs.send(plain, { id: 'of another' }, { tx }))
    await expect.poll(() => done).toEqual(['own', 'of another'])
  })

  test('starts a delayed job when it is due, not when it polls', async () => {
    const [worker, web] = [open(), open()]
    worker.jobs.work()
    await web.jobs.send(plain, { id: 'later' }, { startAfter: 1 })
    await web.jobs.send(plain, { id: 'now' })
    await expect.poll(() => done, { timeout: 10_000 }).toEqual(['now', 'later'])
  })

  test('starts when the database is back, logs the outage once, and continues', async () => {
    const { jobs, lines } = open()
    jobs.work()
    await jobs.send(plain, { id: 'before' })
    await expect.poll(() => done).toEqual(['before'])
    const bringBack = await takeDatabaseOffline(database.db)
    await expect(jobs.send(plain, { id: 'lost' })).rejects.toThrow(/connection|terminated/i)
    await expect(jobs.send(plain, { id: 'lost' })).rejects.toThrow(/connection|terminated/i)
    await bringBack()
    await jobs.send(plain, { id: 'after' })
    await expect.poll(() => done).toEqual(['before', 'after'])
    expect(messages(lines).filter((line) => line.startsWith('Background jobs'))).toEqual([
      'Background jobs waiting for the database',
      'Background jobs resumed',
    ])
  })

  test('waits while the database is read-only, logs it once, and continues', async () => {
    const { jobs, lines } = open()
    jobs.work()
    await jobs.send(plain, { id: 'before' })
    await expect.poll(() => done).toEqual(['before'])
    const { rows } = await database.db.pool.query<{ name: string }>('select current_database() as name')
    // Allows or blocks new sessions, and ends the others.
    const allow = async (is: boolean): Promise<void> => {
      const bringBack = await takeDatabaseOffline(database.db, `alter database ${rows[0]?.name} set default_transaction_read_only = ${!is}`)
      await bringBack()
    }
    await allow(false)
    await expect(jobs.send(plain, { id: 'lost' })).rejects.toThrow(/read-only|connection|terminat/i)
    await expect(jobs.send(plain, { id: 'lost' })).rejects.toThrow('read-only')
    await allow(true)
    await expect.poll(() => jobs.send(plain, { id: 'after' }).catch(() => false)).toBe(true)
    await expect.poll(() => done).toEqual(['before', 'after'])
    for (const line of lines) expect(line).not.toContain('Background job queue error')
  })

  test('completes running jobs on shutdown', async () => {
    const started = Promise.withResolvers<void>()
    const proceed = Promise.withResolvers<void>()
    const slow = defineJob({ ...plain, name: 'slow' })
    const work = workFor(slow, async () => {
      started.resolve()
      await proceed.promise
      done.push('slow')
    })
    const { jobs } = open([work])
    jobs.work()
    await jobs.send(slow, { id: 'a' })
    await started.promise
    const stopped = jobs.stop()
    proceed.resolve()
    await stopped
    expect(done).toEqual(['slow'])
  })
})

test('user queries cannot reach the job tables', async () => {
  const { jobs } = open()
  await jobs.send(plain, { id: 'a' })
  await expect(database.db.asUser('ann', (tx) => tx.execute(sql`select * from pgboss.job`))).rejects.toMatchObject({
    cause: { code: '42501' },
  })
})

test('changed limits are applied, and cron jobs are scheduled until they are removed', async () => {
  const daily = defineJob({ ...plain, name: 'daily', data: z.object({}).loose(), every: '5 4 * * *' })
  const { jobs } = open([workFor(plain, note), workFor(daily, async () => undefined)])
  await jobs.runDue()
  const read = async (statement: string) => (await database.db.pool.query<Record<string, unknown>>(statement)).rows
  expect(await read('select name, cron from pgboss.schedule')).toEqual([{ name: 'daily', cron: '5 4 * * *' }])
  await open([workFor({ ...plain, retries: 7 }, note)]).jobs.runDue()
  expect(await read("select retry_limit as limit from pgboss.queue where name = 'plain'")).toEqual([{ limit: 7 }])
  expect(await read('select name from pgboss.schedule')).toEqual([])
})

test('cron jobs run without data', async () => {
  const daily = defineJob({ ...plain, name: 'daily', data: z.object({}).loose(), every: '5 4 * * *' })
  const { jobs } = open([workFor(daily, async () => void done.push('daily'))])
  await jobs.runDue()
  // Inserted as the library does on schedule.
  await database.db.pool.query("insert into pgboss.job (name, data) values ('daily', null)")
  expect(await jobs.runDue()).toEqual(['daily'])
  expect(done).toEqual(['daily'])
})

test('concurrent starts create the tables once', async () => {
  await Promise.all([1, 2, 3].map(async () => open().jobs.send(plain, { id: 'a' })))
  expect(await open().jobs.runDue()).toEqual(['plain', 'plain', 'plain'])
})
