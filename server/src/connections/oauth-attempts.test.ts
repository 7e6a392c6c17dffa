import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { users } from '../db/schema-accounts.ts'
import { oauthStates } from '../db/schema-connections.ts'
import { createSealer } from '../secrets/sealed.ts'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { createOauthAttempts, type AttemptOwner, type OauthAttempts } from './oauth-attempts.ts'
import { challengeOf, newVerifier } from '../providers/pkce.ts'

let database: TestDatabase
let attempts: OauthAttempts
beforeAll(async () => {
  database = await testDatabase()
  attempts = createOauthAttempts({ db: database.db, sealer: createSealer(randomBytes(32)) })
})
afterAll(() => database.drop())

async function createOwner(): Promise<AttemptOwner> {
  const userId = randomUUID()
  await database.db.asSystem((tx) => tx.insert(users).values({ id: userId, name: 'x', email: `${userId}@example.org` }))
  return { userId, sessionId: randomUUID() }
}

const secrets = { verifier: 'canary-verifier' }
const begin = (owner: AttemptOwner) => attempts.begin(owner, { provider: 'google', secrets })
const finish = (owner: AttemptOwner, state: string | null) => attempts.finish(owner, { provider: 'google', state })
const invalid = { code: 'OAUTH_STATE_INVALID', message: 'Invalid OAuth response - state verification failed' }

async function rows() {
  return database.db.asSystem((tx) => tx.select().from(oauthStates))
}

test('an attempt returns its secrets once', async () => {
  const owner = await createOwner()
  const state = await begin(owner)
  expect(state).toMatch(/^[\w-]{43}$/)
  expect(await finish(owner, state)).toEqual(secrets)
  await expect(finish(owner, state)).rejects.toMatchObject(invalid)
})

test('neither the state nor its secrets are readable in the database', async () => {
  const owner = await createOwner()
  const state = await begin(owner)
  const stored = JSON.stringify(await rows())
  expect(stored).not.toContain(state)
  expect(stored).not.toContain('canary')
  await finish(owner, state)
  expect(JSON.stringify(await rows())).not.toContain(owner.userId)
})

describe('an attempt is rejected', () => {
  test('without a state', async () => {
    for (const state of [null, '']) {
      await expect(finish(await createOwner(), state)).rejects.toMatchObject({
        code: 'OAUTH_STATE_MISSING',
        message: 'Invalid OAuth response - missing state parameter',
      })
    }
  })

  test('with a wrong state, of another user or provider, and the right one still works afterwards', async () => {
    const [owner, other] = [await createOwner(), await createOwner()]
    const state = await begin(owner)
    await expect(finish(owner, `${state.slice(0, -1)}_`)).rejects.toMatchObject(invalid)
    await expect(finish(other, state)).rejects.toMatchObject(invalid)
    await expect(attempts.finish(owner, { provider: 'other', state })).rejects.toMatchObject(invalid)
    expect(await finish(owner, state)).toEqual(secrets)
  })

  test('in another session of the same user, which also consumes it', async () => {
    const owner = await createOwner()
    const state = await begin(owner)
    await expect(finish({ ...owner, sessionId: 'another' }, state)).rejects.toMatchObject(invalid)
    await expect(finish(owner, state)).rejects.toMatchObject(invalid)
  })

  test('after ten minutes', async () => {
    const owner = await createOwner()
    const age = async (minutes: string) => {
      const state = await begin(owner)
      await database.db.pool.query(`update oauth_states set created_at = now() - $1::interval where user_id = $2`, [minutes, owner.userId])
      return finish(owner, state)
    }
    expect(await age('9 minutes 50 seconds')).toEqual(secrets)
    await expect(age('10 minutes')).rejects.toMatchObject(invalid)
  })

  test('if its sealed secret was moved from another attempt', async () => {
    const owner = await createOwner()
    const [first, second] = [await begin(owner), await begin(owner)]
    const id = (state: string) =>
      createHash('sha256')
        .update(JSON.stringify(['google', state]))
        .digest('base64url')
    await database.db.pool.query(`update oauth_states set sealed = (select sealed from oauth_states where state = $1) where state = $2`, [
      id(first),
      id(second),
    ])
    await expect(finish(owner, second)).rejects.toMatchObject(invalid)
    expect(await finish(owner, first)).toEqual(secrets)
  })
})

describe('a callback without a state', () => {
  const finishOnly = (owner: AttemptOwner, provider = 'google') => attempts.finishOnly(owner, provider)
  const missing = { code: 'OAUTH_STATE_MISSING' }

  test("finishes the session's only open attempt, once even concurrently", async () => {
    const owner = await createOwner()
    await begin(owner)
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => finishOnly(owner)))
    expect(ends.filter((end) => end.status === 'fulfilled').map(({ value }) => value)).toEqual([secrets])
    await expect(finishOnly(owner)).rejects.toMatchObject(missing)
  })

  test('finishes none of two, none of another session, provider or user, and no expired one', async () => {
    const [owner, other] = [await createOwner(), await createOwner()]
    const state = await begin(owner)
    for (const [from, provider] of [[other], [{ ...owner, sessionId: 'another' }], [owner, 'another']] as [AttemptOwner, string?][])
      await expect(finishOnly(from, provider)).rejects.toMatchObject(missing)
    const second = await begin(owner)
    await expect(finishOnly(owner)).rejects.toMatchObject(missing)
    expect([await finish(owner, state), await finish(owner, second)]).toEqual([secrets, secrets])
    await begin(owner)
    await database.db.pool.query(`update oauth_states set created_at = now() - interval '10 minutes' where user_id = $1`, [owner.userId])
    await expect(finishOnly(owner)).rejects.toMatchObject(missing)
  })
})

test('only one of 20 concurrent callbacks succeeds', async () => {
  const owner = await createOwner()
  const state = await begin(owner)
  const ends = await Promise.allSettled(Array.from({ length: 20 }, () => finish(owner, state)))
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
})

test("a provider's own state is stored with its latest secret", async () => {
  const owner = await createOwner()
  const state = 'request-token'
  for (const secret of ['first', 'second']) await attempts.begin(owner, { provider: 'one-a', state, secrets: { secret } })
  expect(await attempts.finish(owner, { provider: 'one-a', state })).toEqual({ secret: 'second' })
})

test('only the ten latest open attempts are retained, and no expired ones', async () => {
  const owner = await createOwner()
  const first = await begin(owner)
  await database.db.pool.query(`update oauth_states set created_at = now() - interval '1 hour' where user_id = $1`, [owner.userId])
  const states: string[] = []
  for (let number = 0; number < 12; number += 1) states.push(await begin(owner))
  expect((await rows()).filter((row) => row.userId === owner.userId)).toHaveLength(10)
  for (const state of [first, ...states.slice(0, 2)]) await expect(finish(owner, state)).rejects.toMatchObject(invalid)
  expect(await finish(owner, states[2] ?? '')).toEqual(secrets)
})

test('a challenge is the one of RFC 7636, appendix B', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  expect(challengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  expect(challengeOf(verifier, 'hex')).toBe('13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3')
  expect(newVerifier()).toMatch(/^[\w-]{43}$/)
})
