import { randomBytes } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { sql } from 'drizzle-orm'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError } from '../config-error.ts'
import { processes } from '../db/schema-store.ts'
import { createSealer } from '../secrets/sealed.ts'
import { openStore } from '../storage/store/open-store.ts'
import { testDatabase } from '../testing/database.ts'
import { temporaryFolder } from '../testing/temporary-folder.ts'
import { joinCluster } from './cluster-members.ts'

const [OLD, NEW] = [randomBytes(32), randomBytes(32)]

async function openInstance() {
  const { db, drop } = await testDatabase()
  onTestFinished(drop)
  const store = await openStore({ storageUrl: pathToFileURL(await temporaryFolder()).href, dataDir: '/nowhere' }, db)
  const join = (secret: Uint8Array, older: Uint8Array[] = []) =>
    joinCluster({ db, store, sealer: createSealer(secret, older), log: pino({ level: 'silent' }), role: 'web', renders: false })
  return { db, join }
}

const REFUSED = /^Another process on this database \(ROLE web on .+\) has another SECRET_KEY\. Set the same one for all processes, [^\n]+$/

test('a process with an unaccepted secret is rejected in one sentence', async () => {
  const { db, join } = await openInstance()
  const first = await join(OLD)
  const refusal = await join(NEW).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(ConfigError)
  expect(refusal).toHaveProperty('message', expect.stringMatching(REFUSED))
  // The first process would not accept this one's signatures.
  await expect(join(NEW, [OLD])).rejects.toThrow(REFUSED)
  const second = await join(OLD)
  await first.leave()
  await second.leave()
  const alone = await join(NEW)
  // As after a kill: no heartbeat for more than a minute.
  await db.asSystem((tx) => tx.update(processes).set({ beatAt: sql`now() - interval '61 seconds'` }))
  const next = await join(OLD)
  await Promise.all([alone.leave(), next.leave()])
})

test('the secret rotates in two steps, one process after the other', async () => {
  const { join } = await openInstance()
  let [one, other] = [await join(OLD), await join(OLD)]
  for (const [secret, older] of [
    [OLD, [NEW]],
    [NEW, [OLD]],
    [NEW, []],
  ] as const) {
    await one.leave()
    one = await join(secret, [...older])
    await other.leave()
    other = await join(secret, [...older])
  }
  await Promise.all([one.leave(), other.leave()])
})

test('a process of a release that does not report its secret is accepted', async () => {
  const { db, join } = await openInstance()
  const previous = await join(OLD)
  await db.asSystem((tx) => tx.update(processes).set({ sealsWith: null, opensWith: null }))
  const present = await join(NEW)
  await Promise.all([previous.leave(), present.leave()])
})
