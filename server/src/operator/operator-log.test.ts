import { expect, test } from 'vitest'
import type { Invitation, LogEntry } from '@ninesixteen/shared/api/operator'
import { startTestApp } from '../testing/app.ts'
import { logAction } from './operator-log.ts'

async function start() {
  const app = await startTestApp({ operators: ['boss@example.org'] })
  return { app, boss: await app.buildUser({ email: 'boss@example.org' }) }
}

interface Page {
  items: LogEntry[]
  next: number | null
}

test('successful operator actions are logged with actor and target, rejected ones are not', async () => {
  const { app, boss } = await start()
  const ann = await app.buildUser({ email: 'ann@example.org' })
  await boss.api('POST', `/operator/people/${ann.id}/lock`)
  await boss.api('POST', `/operator/people/${ann.id}/unlock`)
  await boss.api('POST', `/operator/people/${ann.id}/end-sessions`)
  await boss.api('PUT', `/operator/people/${ann.id}/plan`, { isGranted: true })
  await boss.api('PUT', `/operator/people/${ann.id}/plan`, { isGranted: false })
  const invited = await boss.api<Invitation>('POST', '/operator/invitations', { email: 'eve@example.org' })
  await boss.api('POST', `/operator/invitations/${invited.id}/revoke`)
  await boss.api('PATCH', '/operator/settings', { signUp: 'closed', dailyTokens: null })
  await boss.call('POST', `/api/v1/operator/people/${ann.id}/delete`, { email: 'wrong@example.org' })
  await boss.api('POST', `/operator/people/${ann.id}/delete`, { email: 'ann@example.org' })

  const { items, next } = await boss.api<Page>('GET', '/operator/log')
  expect(next).toBeNull()
  expect(new Set(items.map(({ actor }) => actor))).toEqual(new Set([boss.email]))
  // A deleted account appears by id only.
  const rest = items.map(({ action, target, detail }) => [action, target, detail])
  expect(rest).toEqual([
    ['delete', ann.id, {}],
    ['change-setting', 'dailyTokens', { value: null }],
    ['change-setting', 'signUp', { value: 'closed' }],
    ['revoke-invitation', 'eve@example.org', {}],
    ['invite', 'eve@example.org', {}],
    ['revoke-plan', ann.id, {}],
    ['grant-plan', ann.id, {}],
    ['end-sessions', ann.id, {}],
    ['unlock', ann.id, {}],
    ['lock', ann.id, {}],
  ])
})

test('the log is paginated', async () => {
  const { app, boss } = await start()
  await app.services.db.asSystem(async (tx) => {
    for (let at = 0; at < 120; at += 1) await logAction(tx, { actor: boss.id, action: 'lock', target: `person-${at}` })
  })
  const targets: (string | null)[] = []
  let cursor: number | null = null
  do {
    const page: Page = await boss.api<Page>('GET', `/operator/log${cursor === null ? '' : `?before=${cursor}`}`)
    targets.push(...page.items.map(({ target }) => target))
    cursor = page.next
  } while (cursor !== null)
  expect(targets).toEqual(Array.from({ length: 120 }, (_, at) => `person-${119 - at}`))
})

test('even the database owner cannot change or delete log entries', async () => {
  const { app, boss } = await start()
  await app.services.db.asSystem((tx) => logAction(tx, { actor: boss.id, action: 'lock', target: 'ann' }))
  const { pool } = app.services.db
  for (const statement of ["update operator_log set target = 'bob'", 'delete from operator_log', 'truncate operator_log'])
    await expect(pool.query(statement), statement).rejects.toMatchObject({ code: '42501' })
  const { rows } = await pool.query('select target from operator_log')
  expect(rows).toEqual([{ target: 'ann' }])
})

test('user queries cannot reach operator tables', async () => {
  const { app } = await start()
  const { rows } = await app.services.db.pool.query<{ name: string; may: boolean }>(`
    select name, has_any_column_privilege('ninesixteen_app', name, 'select, insert, update, references')
      or has_table_privilege('ninesixteen_app', name, 'delete, truncate') as may
    from unnest(array['operator_log', 'instance_settings', 'invitations', 'provider_calls', 'instance']) as name`)
  expect(rows.filter(({ may }) => may)).toEqual([])
})
