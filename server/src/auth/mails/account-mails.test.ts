import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailChanges, users } from '../../db/schema-accounts.ts'
import type { MailContent } from '../../mail/compose.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createMailLinks } from '../mail-link.ts'
import { accountMails } from './account-mails.ts'

const [userId, changeId] = [randomUUID(), randomUUID()]
const SEEN = { at: '2026-03-04T15:06:07.000Z', browser: null, address: '192.0.2.7' }
const works = accountMails(createMailLinks({ secretKey: randomBytes(32), olderSecretKeys: [] }))

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await database.db.asSystem(async (tx) => {
    await tx.insert(users).values({ id: userId, name: 'Ann', email: 'ann@example.org', awaitsConfirmation: true })
    const expiresAt = new Date('2126-03-04T15:06:00.000Z')
    await tx.insert(emailChanges).values({ userId, id: changeId, email: 'new@example.org', expiresAt })
  })
})
afterAll(() => database.drop())

async function contentOf(name: string, data: object): Promise<MailContent | null | undefined> {
  const mail = { id: randomUUID(), userId, address: 'ann@example.org', data }
  return database.db.asSystem(async (tx) => works.find((work) => work.name === name)?.compose(tx, mail))
}

// Each mail says what happened, and what to do if it wasn't the user.
test.each([
  ['confirm-email', {}, ['You signed up at Ninesixteen with ann@example.org.', 'The link works for 24 hours.'], 'no account is created'],
  [
    'keep-demo',
    { changeId },
    [
      'You signed up at Ninesixteen with ann@example.org.',
      'The link works until Mar 4, 2126 at 03:06 PM UTC. Your work is safe until then.',
    ],
    'no account is created',
  ],
  ['existing-account', {}, ['tried to create an account with ann@example.org', 'Sign in with its password.'], 'you can ignore this email'],
  ['recovery', {}, ['a new password for the account of ann@example.org', 'once, for an hour'], 'Your password has not changed.'],
  [
    'approve-email',
    { changeId },
    ['You asked to sign in with new@example.org instead of this address.'],
    'do not approve it. Change your password',
  ],
  ['confirm-new-email', { changeId }, ['sign in at Ninesixteen with new@example.org', 'works for 24 hours'], 'you can ignore this email'],
  [
    'email-changed',
    { at: SEEN.at },
    ['On Mar 4, 2026 at 03:06 PM UTC, ann@example.org was replaced by another address.'],
    'contact the operator',
  ],
  ['password-changed', SEEN, ['It was changed on Mar 4, 2026 at 03:06 PM UTC, by '], 'set a new password at once'],
  ['passkey-added', SEEN, ['A passkey was added to your account on Mar 4, 2026'], 'remove it in the settings and change your password'],
  ['codes-on', SEEN, ['at the network address 192.0.2.7. You now sign in with your password and a code.'], 'change your password'],
  ['codes-off', SEEN, ['at the network address 192.0.2.7. You now sign in with your password and no code.'], 'turn codes on again'],
  ['new-device', SEEN, ['Someone signed in to your account on Mar 4, 2026'], 'that signs everyone out'],
] as const)('%s says what happened and what to do', async (name, data, paragraphs, footer) => {
  const content = await contentOf(name, data)
  for (const paragraph of paragraphs) expect(content?.paragraphs.join('\n')).toContain(paragraph)
  expect(content?.footer).toContain(footer)
  for (const text of [content?.subject, content?.heading, content?.action.label]) expect(text?.length).toBeGreaterThan(5)
  expect(content?.action.href).toMatch(/^\/(auth|settings)/)
})

test('composes no mail for a superseded change', async () => {
  for (const name of ['approve-email', 'confirm-new-email', 'keep-demo'])
    expect(await contentOf(name, { changeId: randomUUID() })).toBeNull()
})
