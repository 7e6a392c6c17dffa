import { expect, test } from 'vitest'
import type { Invitation } from '@ninesixteen/shared/api/operator'
import { billingCustomers } from '../db/schema-billing.ts'
import { mails } from '../db/schema-notifications.ts'
import { startTestApp, type TestApp, type TestUser } from '../testing/app.ts'
import { operatorRoutes } from '../testing/route-matrix/operator-routes.ts'
import { insertOwned } from '../testing/route-matrix/owned.ts'

/*
 * Operators can't read users' slides, photos or tokens: plants a marker in every text of every user row and in the files, calls every route
 * of the operator page, and searches the responses for it. Name and email are visible and have no marker.
 */

const CANARY = 'mark-of-the-person'

interface Column {
  table: string
  column: string
  type: string
}

/** Text, list and document columns of every table with user rows, except references. */
const COLUMNS = `
  select c.table_name as table, c.column_name as column, c.udt_name as type
  from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
  where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.udt_name in ('text', '_text', 'jsonb') and c.is_generated = 'NEVER'
    and exists (select from information_schema.columns o where o.table_schema = 'public' and o.table_name = c.table_name and o.column_name = 'user_id')
    and not exists (
      select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = any(k.conkey)
      where k.conrelid = format('%I', c.table_name)::regclass and a.attname = c.column_name and k.contype in ('f', 'p'))
    and not exists (
      select from pg_constraint k join pg_attribute a on a.attrelid = k.confrelid and a.attnum = any(k.confkey)
      where k.confrelid = format('%I', c.table_name)::regclass and a.attname = c.column_name)
  order by 1, 2`

/** Columns with the product's own identifiers rather than user content. */
const WORDS = [
  'state',
  'status',
  'delivery',
  'platform',
  'phase',
  'kind',
  'theme',
  'role',
  'transports',
  'price_id',
  'content_type',
  'waits_for',
]
/** Visible columns: the mail server's response without addresses, and the mail's template. */
const EXPECTED = ['mails.reason', 'mails.template', 'scheduled_posts.error_code']

async function plantCanaries({ services }: TestApp, userId: string): Promise<Set<string>> {
  const { pool } = services.db
  const { rows } = await pool.query<Column>(COLUMNS)
  const planted = new Set<string>()
  const values: Record<string, string> = { text: `'${CANARY}'`, _text: `array['${CANARY}']`, jsonb: `jsonb_build_object('x', '${CANARY}')` }
  for (const { table, column, type } of rows) {
    if (WORDS.includes(column) || EXPECTED.includes(`${table}.${column}`)) continue
    const changed = await pool.query(
      `update ${table} set ${column} = ${values[type]} where ctid = (select ctid from ${table} where user_id = $1 limit 1)`,
      [userId],
    )
    if (changed.rowCount) planted.add(table)
  }
  return planted
}

/** A payer without an account, until assigned. */
const OPEN_PAYER = 'cus_open'

/** Calls every route of the page, on the user and on an existing invitation. */
async function requestEverything(boss: TestUser, user: TestUser): Promise<Map<string, string>> {
  const { id: invitation } = await boss.api<Invitation>('POST', '/operator/invitations', { email: 'new@example.org' })
  const replies = new Map<string, string>()
  // Deletion comes last.
  const names = Object.keys(operatorRoutes).toSorted((one, other) => Number(one.includes('/delete')) - Number(other.includes('/delete')))
  for (const name of names) {
    const [method = '', path = ''] = name.split(' ')
    const isInvitation = path.includes('/invitations/')
    const address = path.replace('{id}', isInvitation ? invitation : user.id).replace('{customerId}', OPEN_PAYER)
    const isByAddress = path.endsWith('/delete') || path.endsWith('/assign')
    const body = isByAddress ? { email: user.email } : operatorRoutes[name]?.body?.({} as never)
    const reply = await boss.fetch(address, {
      method,
      ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    })
    replies.set(name, `${reply.status} ${JSON.stringify([...reply.headers])} ${await reply.text()}`)
  }
  return replies
}

test("operator pages never contain a user's content", { timeout: 60_000 }, async () => {
  const app = await startTestApp({ operators: ['boss@example.org'] })
  const boss = await app.buildUser({ email: 'boss@example.org' })
  const user = await app.buildUser({ email: 'person@example.org' })
  await insertOwned(app, user)
  const refused = { userId: user.id, template: 'notices', state: 'refused' as const, attempts: 1, reason: 'said no' }
  await app.services.db.asSystem((tx) => tx.insert(mails).values(refused))
  await app.services.db.asSystem((tx) => tx.insert(billingCustomers).values({ id: OPEN_PAYER }))
  const planted = await plantCanaries(app, user.id)
  expect(planted.size).toBeGreaterThan(15)
  for (const table of ['slides', 'projects', 'scheduled_posts', 'social_accounts', 'user_credentials', 'media_items', 'companies'])
    expect([table, planted.has(table)]).toEqual([table, true])

  const replies = await requestEverything(boss, user)
  expect(replies.size).toBe(Object.keys(operatorRoutes).length)
  for (const [name, reply] of replies) {
    const status = Number(reply.slice(0, 3))
    // No model runs where tests look for one.
    expect(
      status < 300 || name.endsWith('/look') || (name.startsWith('PUT') && name.endsWith('/local-model')),
      `${name}: ${reply.slice(0, 200)}`,
    ).toBe(true)
    expect(reply.includes(CANARY), `${name} tells of what the person has`).toBe(false)
    // File paths must not appear either.
    expect(reply.includes(`${user.id}/`), `${name} names files`).toBe(false)
  }
  expect([...replies.values()].join('\n')).toContain('said no')
  expect(app.logged.join('\n')).not.toContain(CANARY)
})
