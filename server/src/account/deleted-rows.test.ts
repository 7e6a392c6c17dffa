import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { users } from '../db/schema-accounts.ts'
import { confirmNewEmailMail } from '../auth/mails/mails.ts'
import { enqueueMail } from '../mail/mails.ts'
import type { TestApp } from '../testing/app.ts'
import { readMails } from '../testing/mailbox.ts'
import { CANARY, insertOwned } from '../testing/route-matrix/owned.ts'
import { startMatrixApp } from '../testing/route-matrix/start.ts'
import { notify } from '../notifications/notifications.ts'

/** Every table that contains one of the words, including background jobs. */
async function tablesWith({ services }: TestApp, words: string[]): Promise<string[]> {
  const { rows } = await services.db.long.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await services.db.long.pool.query(
      `select from ${name} t where exists (select from unnest($1::text[]) word where strpos(lower(t::text), lower(word)) > 0) limit 1`,
      [words],
    )
    if (hits.length > 0) found.push(name)
  }
  return found.toSorted()
}

/** Every file and folder of the data folder with one of the words in name or content. */
async function filesWith({ dataDir }: TestApp, words: string[]): Promise<string[]> {
  const files = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const file of files) {
    const path = join(file.parentPath, file.name)
    const text = `${path}\n${file.isFile() ? (await readFile(path)).toString('latin1') : ''}`.toLowerCase()
    if (words.some((word) => text.includes(word.toLowerCase()))) found.push(path.slice(dataDir.length + 1))
  }
  return found
}

test('deleting an account leaves nothing in the database, jobs, mails or files', async () => {
  const app = await startMatrixApp()
  const { services } = app
  const email = `${CANARY}@example.org`
  const user = await app.buildUser({ email })
  const other = await app.buildUser()
  const name = 'Annabel of the Harbour'
  await services.db.asSystem((tx) => tx.update(users).set({ name }).where(eq(users.id, user.id)))
  await insertOwned(app, user)
  const words = [user.id, email, name, CANARY, `next-${CANARY}@example.org`]

  // A sent mail, a finished job, and pending work: mails, an address change, and another user's mail to this address.
  const notification = {
    kind: 'failed' as const,
    cause: 'x',
    title: `Failed: ${CANARY}`,
    body: 'The platform said no.',
    href: '/post_scheduler',
  }
  await services.db.asUser(user.id, (tx) => notify(services.jobs, tx, { userId: user.id, ...notification }))
  services.accountMail.mailing.recover(email)
  expect((await readMails(app)).map(({ to }) => to)).toEqual(expect.arrayContaining([email]))
  await services.db.asUser(user.id, (tx) => notify(services.jobs, tx, { userId: user.id, ...notification, cause: 'y' }))
  await services.accountMail.changes.begin({ userId: user.id, email: `next-${CANARY}@example.org`, sessionId: 'x' })
  const otherMail = { userId: other.id, mail: confirmNewEmailMail, data: { changeId: crypto.randomUUID() }, to: email }
  await services.db.asSystem((tx) => enqueueMail({ jobs: services.jobs, tx, ...otherMail }))
  expect(await tablesWith(app, words)).toEqual(expect.arrayContaining(['pgboss.job_common', 'public.mails', 'public.users']))
  expect((await filesWith(app, words)).filter((path) => path.startsWith('outbox/')).length).toBeGreaterThan(1)

  expect((await user.call('POST', '/api/v1/me/delete', { password: user.password })).status).toBe(204)
  expect(await tablesWith(app, words)).toEqual([])
  expect(await filesWith(app, words)).toEqual([])
  // Jobs that were already queued leave nothing behind either.
  await services.jobs.runDue({ ahead: true })
  expect([...(await tablesWith(app, words)), ...(await filesWith(app, words))]).toEqual([])
})
