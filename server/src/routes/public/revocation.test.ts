// @module-tag long

import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { MCP_PATH, PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/limits'
import { buildApiKey } from '../../testing/api-caller.ts'
import { Caller } from '../../testing/caller.ts'
import { testDatabase } from '../../testing/database.ts'
import { createFleet } from '../../testing/fleet.ts'
import { startTestSandbox, type TestSandbox } from '../../testing/sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())

/** Requests in flight at each address of each process, and how many there are before the key is revoked and after it. */
const [LANES, BEFORE, AFTER] = [4, 100, 50]

interface Seen {
  where: string
  beganAfter: boolean
  status: number
}

test('a stolen key that is revoked under load is refused by every process from the answer on', { timeout: 120_000 }, async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const { pool } = database.db
  const fleet = await createFleet({ connection: database.connection, sandboxUrl: sandbox.url })
  onTestFinished(() => fleet.kill())
  const [a, b] = await Promise.all([fleet.start('web'), fleet.start('web')])
  const owner = new Caller(a.url)
  await owner.call('POST', '/api/auth/sign-up/email', { email: 'ann@example.org', password: 'a good password', name: 'Ann' })
  await pool.query('update user_settings set pro_plan = true')
  const key = await buildApiKey(owner)
  // The limit of a key would end the load first.
  await pool.query(`
    create function forget() returns trigger language plpgsql as $$ begin new.count = 1; return new; end $$;
    create trigger forget before update on rate_limits for each row execute function forget()`)

  const seen: Seen[] = []
  let isRevoked = false
  const counted = { before: Promise.withResolvers<void>(), after: Promise.withResolvers<void>() }
  const count = (isAfter: boolean) => seen.filter(({ beganAfter }) => beganAfter === isAfter).length
  const listing = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const headers = {
    authorization: `Bearer ${key.secret}`,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  }
  const requests: Record<string, () => Promise<Response>> = Object.fromEntries(
    [a, b].flatMap(({ url }) => [
      [`${url}${PUBLIC_API_PREFIX}/companies`, () => fetch(`${url}${PUBLIC_API_PREFIX}/companies`, { headers })],
      [`${url}${MCP_PATH}`, () => fetch(url + MCP_PATH, { method: 'POST', headers, body: listing })],
    ]),
  )
  const client = async (where: string, request: () => Promise<Response>): Promise<void> => {
    while (count(true) < AFTER * 4) {
      const beganAfter = isRevoked
      const response = await request()
      await response.arrayBuffer()
      seen.push({ where, beganAfter, status: response.status })
      if (count(false) >= BEFORE) counted.before.resolve()
    }
  }
  const load = Object.entries(requests).flatMap(([where, request]) => Array.from({ length: LANES }, () => client(where, request)))
  await counted.before.promise
  await owner.api('DELETE', `/api-keys/${key.id}`)
  isRevoked = true
  await Promise.all(load)

  for (const where of Object.keys(requests)) {
    const here = seen.filter((one) => one.where === where)
    const statuses = (isAfter: boolean) => [...new Set(here.filter(({ beganAfter }) => beganAfter === isAfter).map(({ status }) => status))]
    expect([where, statuses(false)]).toEqual([where, expect.arrayContaining([200])])
    expect([where, statuses(true)]).toEqual([where, [401]])
  }
})
