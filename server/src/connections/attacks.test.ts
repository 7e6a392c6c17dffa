import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { FinishedConnection } from '@ninesixteen/shared/api/accounts'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { seeDatabaseTime } from '../database-clock.ts'
import { Caller, type Answer, type TestApp, type TestUser } from '../testing/app.ts'
import {
  begin,
  callbackParameters,
  consent,
  finish,
  authorizeUntilCallback,
  startConnectingApp,
  type Finishing,
} from '../testing/connecting.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'

/** Attacks on an OAuth attempt, for each platform and both sign-in forms: all are refused, and nothing is stored. */

let sandbox: TestSandbox
let app: TestApp
let user: TestUser
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(async () => {
  await sandbox.reset()
  app = await startConnectingApp(sandbox)
  user = await app.buildUser()
})

type Outcome = Answer<{ error?: { message: string } }>
type Flow = (caller: Caller, platform: PlatformId, body: Finishing) => Promise<Outcome>

/** The specification's own paths, which give tokens and store nothing by themselves. */
const legacyEndpoint: Flow = (caller, platform, { state, secret, proof }) =>
  platform === 'tiktok'
    ? caller.call('POST', '/api/tiktok-token', { code: proof, state, code_verifier: secret })
    : caller.call('POST', '/api/tumblr-access-token', { oauth_token: state, oauth_token_secret: secret, oauth_verifier: proof })

const FLOWS: [string, Flow][] = [
  ['the API', finish],
  ['the legacy endpoint', legacyEndpoint],
]

const TEXTS = {
  tiktok: { exchange: /^Token exchange failed: / },
  tumblr: { exchange: /^Access token failed: / },
} as const

const STATE_INVALID = 'Invalid OAuth response - state verification failed'

async function expectRefused(outcome: Promise<Outcome>, message: string | RegExp): Promise<void> {
  const { status, body } = await outcome
  expect(status).toBeGreaterThanOrEqual(400)
  expect(body.error?.message).toMatch(message)
  expect(JSON.stringify(body)).not.toContain('sealed.')
  const { rows } = await app.services.db.pool.query('select count(*)::int as n from social_accounts')
  expect(rows).toEqual([{ n: 0 }])
}

async function anotherSession(of: TestUser): Promise<Caller> {
  const caller = new Caller(app.url)
  const { status } = await caller.call('POST', '/api/auth/sign-in/email', { email: of.email, password: of.password })
  expect(status).toBe(200)
  return caller
}

interface Target {
  platform: 'tiktok' | 'tumblr'
  attempt: Flow
  /** Another user. */
  other: TestUser
}

const ATTACKS: Record<string, (target: Target) => Promise<void>> = {
  'without a state': async ({ platform, attempt }) => {
    const back = await authorizeUntilCallback(user, platform)
    const message =
      attempt === legacyEndpoint && platform === 'tumblr' ? 'Missing OAuth parameters in callback URL' : /missing state parameter$/
    await expectRefused(attempt(user, platform, { ...back, state: null }), message)
  },
  'without the secret of the browser': async ({ platform, attempt }) => {
    const back = await authorizeUntilCallback(user, platform)
    const text = platform === 'tiktok' ? 'Code verifier not found. Please restart the OAuth flow.' : /^Request token secret not found/
    await expectRefused(attempt(user, platform, { ...back, secret: null }), text)
  },
  'with a wrong state': async ({ platform, attempt }) => {
    const back = await authorizeUntilCallback(user, platform)
    await expectRefused(attempt(user, platform, { ...back, state: `${back.state?.slice(0, -1)}_` }), STATE_INVALID)
  },
  'with a state a second time': async ({ platform, attempt }) => {
    const back = await authorizeUntilCallback(user, platform)
    await attempt(user, platform, { ...back, proof: 'wrong' })
    await expectRefused(attempt(user, platform, back), STATE_INVALID)
  },
  'with state and secret of another user': async ({ platform, attempt, other }) => {
    await expectRefused(attempt(user, platform, await authorizeUntilCallback(other, platform)), STATE_INVALID)
  },
  'with the state of another provider': async ({ platform, attempt }) => {
    const back = await authorizeUntilCallback(user, platform === 'tiktok' ? 'tumblr' : 'tiktok')
    await expectRefused(attempt(user, platform, back), STATE_INVALID)
  },
  'after ten minutes': async ({ platform, attempt }) => {
    const back = await authorizeUntilCallback(user, platform)
    await app.services.db.pool.query(`update oauth_states set created_at = created_at - interval '10 minutes'`)
    await expectRefused(attempt(user, platform, back), STATE_INVALID)
  },
  "with somebody else's code under an own state": async ({ platform, attempt, other }) => {
    const [own, foreign] = [
      await authorizeUntilCallback(user, platform),
      await authorizeUntilCallback(other, platform, { account: 'mira' }),
    ]
    await expectRefused(attempt(user, platform, { ...own, proof: foreign.proof }), TEXTS[platform].exchange)
  },
  'in another session of the same user': async ({ platform, attempt }) => {
    const back = await authorizeUntilCallback(user, platform)
    await expectRefused(attempt(await anotherSession(user), platform, back), STATE_INVALID)
  },
  'in another browser': async ({ platform, attempt }) => {
    const back = await authorizeUntilCallback(user, platform)
    const elsewhere = new Caller(app.url)
    user.cookies.forEach((value, name) => name !== 'ninesixteen_browser' && elsewhere.cookies.set(name, value))
    elsewhere.userId = user.id
    await expectRefused(attempt(elsewhere, platform, back), STATE_INVALID)
  },
  'with the secret of an earlier attempt': async ({ platform, attempt }) => {
    const earlier = await begin(user, platform)
    const back = await authorizeUntilCallback(user, platform)
    await expectRefused(attempt(user, platform, { ...back, secret: earlier.secret }), STATE_INVALID)
  },
  'by a session that replaced the first one': async ({ platform, attempt, other }) => {
    const back = await authorizeUntilCallback(user, platform)
    const victim = new Caller(app.url)
    other.cookies.forEach((value, name) => victim.cookies.set(name, value))
    victim.userId = other.id
    victim.cookies.set('ninesixteen_browser', user.cookies.get('ninesixteen_browser') ?? '')
    await expectRefused(attempt(victim, platform, back), STATE_INVALID)
  },
}

describe.each(['tiktok', 'tumblr'] as const)('%s', (platform) => {
  test.each(FLOWS)('misuse through %s is rejected and stores nothing', async (_name, attempt) => {
    const other = await app.buildUser()
    for (const [name, attack] of Object.entries(ATTACKS)) {
      try {
        await attack({ platform, attempt, other })
      } catch (error) {
        throw new Error(`Not refused as it should be: ${name}`, { cause: error })
      }
    }
  })

  test('ten concurrent callbacks connect once', async () => {
    const back = await authorizeUntilCallback(user, platform)
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => finish(user, platform, back)))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status, body } of outcomes) if (status !== 200) expect(body.error?.message).toBe(STATE_INVALID)
    expect((await user.api<unknown[]>('GET', '/accounts')).length).toBe(1)
  })
})

describe('connecting while signed out', () => {
  const pendingOf = async (caller: Caller): Promise<Answer<FinishedConnection>> =>
    finish(caller, 'tiktok', await authorizeUntilCallback(caller, 'tiktok'))

  test('returns the sealed account to this browser and stores it for no user', async () => {
    const { status, body } = await pendingOf(app.anonymous)
    expect(status).toBe(200)
    expect(body).toMatchObject({ username: 'sandy.creates', pending: expect.stringMatching(/^sealed\.v1\./) })
    const { rows } = await app.services.db.pool.query('select 1 from social_accounts')
    expect(rows).toEqual([])
  })

  test('saves the account after sign-in in the same browser only', async () => {
    const { body } = await pendingOf(app.anonymous)
    const refused = await user.call('POST', '/api/v1/accounts/keep', { pending: body.pending })
    expect(refused.status).toBe(410)
    app.anonymous.cookies.forEach((value, name) => user.cookies.set(name, value))
    expect(await user.api('POST', '/accounts/keep', { pending: body.pending })).toMatchObject({ username: 'sandy.creates' })
  })

  test('allows saving the account for one day', async () => {
    const { body } = await pendingOf(app.anonymous)
    const browser = app.anonymous.cookies.get('ninesixteen_browser') ?? ''
    const day = Date.now() + 24 * 60 * 60 * 1000
    const saveAt = (now: number) => {
      seeDatabaseTime(now)
      return app.services.connections.connect.keep(user.id, browser, body.pending ?? '')
    }
    onTestFinished(() => seeDatabaseTime(Date.now()))
    await expect(saveAt(day + 60_000)).rejects.toMatchObject({ code: 'ACCOUNT_WAITED_TOO_LONG' })
    expect(await saveAt(day - 60_000)).toMatchObject({ username: 'sandy.creates' })
  })

  test('accepts a state once, and not for platforms that require a session', async () => {
    const visitor = new Caller(app.url)
    const back = await authorizeUntilCallback(visitor, 'tiktok')
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => finish(visitor, 'tiktok', back)))
    expect(outcomes.filter(({ status }) => status === 200)).toHaveLength(1)
    await expectRefused(finish(visitor, 'tiktok', back), STATE_INVALID)
    expect((await visitor.call('POST', '/api/v1/accounts/tumblr/begin', { force: false })).status).toBe(401)
  })

  test('is limited per address and per IPv6 network', async () => {
    app = await startConnectingApp(sandbox, { trustProxy: true })
    const caller = new Caller(app.url)
    // The first response sets the browser's id.
    await begin(caller, 'tiktok')
    const from = (address: string) => caller.withHeaders({ 'x-forwarded-for': address })
    const attempt = async (one: Caller) => finish(one, 'tiktok', { ...(await authorizeUntilCallback(one, 'tiktok')), proof: 'x' })
    const responses = await Promise.all(Array.from({ length: 33 }, (_, at) => attempt(from(`2001:db8:1:2:${at.toString(16)}::7`))))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 429),
      ...Array.from({ length: 30 }, () => 502),
    ])
    expect((await attempt(from('2001:db8:1:3::7'))).status).toBe(502)
    const requests = await Promise.all(
      Array.from({ length: 63 }, () => from('::ffff:198.51.100.7').call('POST', '/api/tiktok-userinfo', {})),
    )
    expect(requests.filter(({ status }) => status === 429)).toHaveLength(3)
    expect((await from('198.51.100.7').call('POST', '/api/tiktok-refresh', {})).status).toBe(429)
  })

  test('completes in the same browser if the session ended in between', async () => {
    const back = await authorizeUntilCallback(user, 'tiktok')
    await expectRefused(finish(new Caller(app.url), 'tiktok', back), STATE_INVALID)
    const visitor = new Caller(app.url)
    user.cookies.forEach((value, name) => name === 'ninesixteen_browser' && visitor.cookies.set(name, value))
    const { pending } = (await finish(visitor, 'tiktok', back)).body
    expect(pending).toMatch(/^sealed/)
    // The next user of this browser doesn't get it.
    const other = await app.buildUser()
    other.cookies.set('ninesixteen_browser', user.cookies.get('ninesixteen_browser') ?? '')
    await expectRefused(other.call('POST', '/api/v1/accounts/keep', { pending }), 'Someone else started this connection here.')
    expect(await user.api('POST', '/accounts/keep', { pending })).toMatchObject({ username: 'sandy.creates' })
  })
})

test('a user who declines receives nothing to exchange', async () => {
  const started = await begin(user, 'tiktok')
  const back = await consent(started.url, { decision: 'deny' })
  expect(back.searchParams.get('error')).toBe('access_denied')
  expect(callbackParameters(back).proof).toBe('')
  const denied = await consent((await begin(user, 'tumblr')).url, { decision: 'deny' })
  expect(denied.search).toBe('')
})
