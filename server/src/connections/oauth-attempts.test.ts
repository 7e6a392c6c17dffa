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

async function person(): Promise<AttemptOwner> {
  const userId = randomUUID()
  await database.db.asSystem((tx) => tx.insert(users).values({ id: userId, name: 'x', email: `${userId}@example.org` }))
  return { userId, sessionId: randomUUID() }
}

const secrets = { verifier: 'canary-verifier' }
const begin = (who: AttemptOwner) => attempts.begin(who, { provider: 'google', secrets })
const finish = (who: AttemptOwner, state: string | null) => attempts.finish(who, { provider: 'google', state })
const invalid = { code: 'OAUTH_STATE_INVALID', message: 'Invalid OAuth response - state verification failed' }

async function rows() {
  return database.db.asSystem((tx) => tx.select().from(oauthStates))
}

test('an attempt gives its secrets back once', async () => {
  const who = await person()
  const state = await begin(who)
  expect(state).toMatch(/^[\w-]{43}$/)
  expect(await finish(who, state)).toEqual(secrets)
  await expect(finish(who, state)).rejects.toMatchObject(invalid)
})

test('neither the state nor its secrets stand in the database', async () => {
  const who = await person()
  const state = await begin(who)
  const stored = JSON.stringify(await rows())
  expect(stored).not.toContain(state)
  expect(stored).not.toContain('canary')
  await finish(who, state)
  expect(JSON.stringify(await rows())).not.toContain(who.userId)
})

describe('refused', () => {
  test('without a state', async () => {
    for (const state of [null, '']) {
      await expect(finish(await person(), state)).rejects.toMatchObject({
        code: 'OAUTH_STATE_MISSING',
        message: 'Invalid OAuth response - missing state parameter',
      })
    }
  })

  test('a wrong state, of another user, and of another provider; the right one still works afterwards', async () => {
    const [who, other] = [await person(), await person()]
    const state = await begin(who)
    await expect(finish(who, `${state.slice(0, -1)}_`)).rejects.toMatchObject(invalid)
    await expect(finish(other, state)).rejects.toMatchObject(invalid)
    await expect(attempts.finish(who, { provider: 'other', state })).rejects.toMatchObject(invalid)
    expect(await finish(who, state)).toEqual(secrets)
  })

  test('another session of the same user, which also uses it up', async () => {
    const who = await person()
    const state = await begin(who)
    await expect(finish({ ...who, sessionId: 'another' }, state)).rejects.toMatchObject(invalid)
    await expect(finish(who, state)).rejects.toMatchObject(invalid)
  })

  test('after ten minutes', async () => {
    const who = await person()
    const age = async (minutes: string) => {
      const state = await begin(who)
      await database.db.pool.query(`update oauth_states set created_at = now() - $1::interval where user_id = $2`, [minutes, who.userId])
      return finish(who, state)
    }
    expect(await age('9 minutes 50 seconds')).toEqual(secrets)
    await expect(age('10 minutes')).rejects.toMatchObject(invalid)
  })

  test('a sealed secret that was moved to another attempt', async () => {
    const who = await person()
    const [first, second] = [await begin(who), await begin(who)]
    const id = (state: string) =>
      createHash('sha256')
        .update(JSON.stringify(['google', state]))
        .digest('base64url')
    await database.db.pool.query(`update oauth_states set sealed = (select sealed from oauth_states where state = $1) where state = $2`, [
      id(first),
      id(second),
    ])
    await expect(finish(who, second)).rejects.toMatchObject(invalid)
    expect(await finish(who, first)).toEqual(secrets)
  })
})

describe('a form without a state', () => {
  const finishOnly = (who: AttemptOwner, provider = 'google') => attempts.finishOnly(who, provider)
  const missing = { code: 'OAUTH_STATE_MISSING' }

  test('ends the one attempt that its session has open, once, and of many at the same time one', async () => {
    const who = await person()
    await begin(who)
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => finishOnly(who)))
    expect(ends.filter((end) => end.status === 'fulfilled').map(({ value }) => value)).toEqual([secrets])
    await expect(finishOnly(who)).rejects.toMatchObject(missing)
  })

  test('ends none of two, none of another session, provider or user, and none that is too old', async () => {
    const [who, other] = [await person(), await person()]
    const state = await begin(who)
    for (const [from, provider] of [[other], [{ ...who, sessionId: 'another' }], [who, 'another']] as [AttemptOwner, string?][])
      await expect(finishOnly(from, provider)).rejects.toMatchObject(missing)
    const second = await begin(who)
    await expect(finishOnly(who)).rejects.toMatchObject(missing)
    expect([await finish(who, state), await finish(who, second)]).toEqual([secrets, secrets])
    await begin(who)
    await database.db.pool.query(`update oauth_states set created_at = now() - interval '10 minutes' where user_id = $1`, [who.userId])
    await expect(finishOnly(who)).rejects.toMatchObject(missing)
  })
})

test('of 20 callbacks at the same time one wins', async () => {
  const who = await person()
  const state = await begin(who)
  const ends = await Promise.allSettled(Array.from({ length: 20 }, () => finish(who, state)))
  expect(ends.filter((end) => end.status === 'fulfilled')).toHaveLength(1)
})

test('a state that the provider made is kept with its newest secret', async () => {
  const who = await person()
  const state = 'request-token'
  for (const secret of ['first', 'second']) await attempts.begin(who, { provider: 'one-a', state, secrets: { secret } })
  expect(await attempts.finish(who, { provider: 'one-a', state })).toEqual({ secret: 'second' })
})

test('of many open attempts the ten newest are kept, and no old one', async () => {
  const who = await person()
  const first = await begin(who)
  await database.db.pool.query(`update oauth_states set created_at = now() - interval '1 hour' where user_id = $1`, [who.userId])
  const states: string[] = []
  for (let number = 0; number < 12; number += 1) states.push(await begin(who))
  expect((await rows()).filter((row) => row.userId === who.userId)).toHaveLength(10)
  for (const state of [first, ...states.slice(0, 2)]) await expect(finish(who, state)).rejects.toMatchObject(invalid)
  expect(await finish(who, states[2] ?? '')).toEqual(secrets)
})

test('a challenge is the one of RFC 7636, appendix B', () => {
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  expect(challengeOf(verifier)).toBe('E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM')
  expect(challengeOf(verifier, 'hex')).toBe('13d31e961a1ad8ec2f16b10c4c982e0876a878ad6df144566ee1894acb70f9c3')
  expect(newVerifier()).toMatch(/^[\w-]{43}$/)
})
