import { expect, test } from 'vitest'
import { mails } from '../db/schema-notifications.ts'
import { notify } from '../notifications/notifications.ts'
import { startTestApp } from '../testing/app.ts'
import { startFaultyMailServer, type SmtpBehavior } from '../testing/faulty-mail-server.ts'

/* Against an independent mail server (smtp-server), with failures of real ones. */

const FROM = { name: 'Ninesixteen', address: 'post@example.com' }
const TIMEOUTS = { beginMs: 500, silenceMs: 500, heldBackMs: 250 }

/** All failures that are distinguishable from an accepted mail. */
const BAD_HOUR: SmtpBehavior[] = [
  'away',
  'busy',
  'dies in the middle of the mail',
  'sender unwelcome for now',
  'silent from the start',
  'address unwelcome for now',
  'dies in the middle of the mail',
  'away',
  'takes the mail and dies',
  'busy',
  'takes the mail and falls silent',
]

test('every mail arrives once at a server that rejects, stalls and crashes for an hour', { tags: ['long'] }, async () => {
  const smtp = await startFaultyMailServer()
  const app = await startTestApp({ mail: { smtpUrl: smtp.url, from: FROM }, mailTimeouts: TIMEOUTS })
  const user = await app.buildUser()
  const subjects = ['first', 'second', 'third', 'fourth'].map((name) => `Failed: ${name}`)
  for (const title of subjects) {
    const notification = { kind: 'failed' as const, cause: title, title, body: 'The platform said no.', href: '/post_scheduler' }
    await app.services.db.asUser(user.id, (tx) => notify(app.services.jobs, tx, { userId: user.id, ...notification }))
  }
  smtp.behaviors = [...BAD_HOUR]
  await app.services.jobs.runDue({ ahead: true })
  expect(smtp.behaviors).toEqual([])
  expect(smtp.taken.toSorted()).toEqual(subjects.toSorted())
  const states = (await app.services.db.asSystem((tx) => tx.select().from(mails))).map(({ state }) => state)
  expect(states.toSorted()).toEqual(['sent', 'sent', 'unsure', 'unsure'])
  expect(await app.services.jobs.runDue({ ahead: true })).toEqual([])
  expect(smtp.taken).toHaveLength(subjects.length)
})
