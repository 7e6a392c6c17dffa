import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LeaseLost } from '../posts/publishing/lease.ts'
import { AppError } from '@ninesixteen/shared/errors'
import { createFetch } from '../providers/http.ts'
import { PlatformError } from '../providers/platform-error.ts'
import { CLIENT, startLantern, TOKENS } from '../testing/example-platform/imitation.ts'
import { lantern } from '../testing/example-platform/lantern.ts'
import { lanternOptionsSchema, lanternWords, type LanternOptions } from '../testing/example-platform/options.ts'
import { expectPlain } from '../testing/publishing-faults.ts'
import { unusedUrl } from '../testing/raw-server.ts'
import type { AccountAccess, Tokens } from './account.ts'
import type { PostToCheck } from './preflight.ts'
import type { AcceptedRequest, PublishRequest } from './publishing.ts'

const REDIRECT_URI = 'http://localhost:3000/lantern_callback'

const access: AccountAccess = {
  client: CLIENT,
  tokens: TOKENS,
  scopes: TOKENS.scopes,
  // The ids of registered platforms only: Lantern isn't one.
  account: { id: 'row', accountId: 'u1', username: 'ann', platform: 'tumblr' },
}

function settingsAt(url: string) {
  return lantern.settings({ client: null, sandbox: { url, browserUrl: url }, variables: {} })
}

function accountsAt(url: string) {
  return lantern.accounts(settingsAt(url), { fetch: createFetch({ answerMs: 10_000, silenceMs: 5_000 }) })
}

const publisherAt = (url: string) => lantern.publisher(settingsAt(url), { seal: { seal: (secret) => secret, open: (sealed) => sealed } })

function checkAt(url: string, series: string, tokens: Tokens = { use: (_ref, call) => call(access) }) {
  const settings = settingsAt(url)
  const queries = lantern.queries(settings, { tokens, linkImage: () => null })
  const post: PostToCheck<LanternOptions> = {
    account: { ref: { userId: 'ann', id: 'row' }, username: 'ann', scopes: TOKENS.scopes },
    options: { platform: 'lantern', series },
    kind: 'slides',
    caption: '',
    description: '',
    pictures: 1,
    videoSeconds: 0,
    secondsLeft: 3600,
    day: { posts: 0, pictures: 0 },
  }
  return lantern.preflight(settings, { publicUrl: () => url, queries }).check(post, new AbortController().signal)
}

const IMAGE = new Uint8Array([255, 216, 255])
const LOST = { pulls: { issued: 0, fetched: 0 }, secondsAgo: 90 }

function requestOf(overrides: Partial<PublishRequest<LanternOptions>> = {}): PublishRequest<LanternOptions> {
  return {
    userId: 'ann',
    postId: 'post',
    attemptId: 'attempt',
    marker: randomUUID(),
    kind: 'slides',
    caption: 'A lantern',
    description: '',
    options: { platform: 'lantern', series: 'Slow mornings' },
    files: [{ position: 0, path: '0', mimeType: 'image/jpeg', bytes: IMAGE.byteLength, width: 108, height: 192 }],
    read: async () => IMAGE,
    stream: async () => new Blob([IMAGE]).stream(),
    pullUrl: () => '',
    signal: new AbortController().signal,
    mayAct: () => undefined,
    ...overrides,
  }
}

function acceptedAs(request: PublishRequest<LanternOptions>, { remoteId }: { remoteId: string }): AcceptedRequest<LanternOptions> {
  return {
    ...request,
    remoteId,
    resume: null,
    age: 0,
    saveResume: async () => undefined,
    idsOfOtherAttempts: async () => new Set(),
    openAttempts: async () => [],
  }
}

test('connects an account', async () => {
  const { url, consent } = await startLantern()
  const accounts = accountsAt(url)
  const attempt = await accounts.begin(CLIENT, { redirectUri: REDIRECT_URI, state: 'state-1', force: false })
  expect(attempt.attempt).toBe('state-1')
  expect(new URL(attempt.url).searchParams.get('redirect_uri')).toBe(REDIRECT_URI)
  const finish = (secret: string) =>
    accounts.finish(CLIENT, { attempt: attempt.attempt, secret, proof: consent(attempt.url), redirectUri: REDIRECT_URI })
  expect(await finish(attempt.secret)).toEqual(TOKENS)
  await expect(finish('another verifier')).rejects.toMatchObject({ fault: 'account', code: 'invalid_grant' })
  expect(await accounts.identify(CLIENT, TOKENS)).toMatchObject({ accountId: 'u1', username: 'ann', displayName: 'Ann' })
  await expect(accounts.identify(CLIENT, { ...TOKENS, access: 'expired' })).rejects.toMatchObject({ fault: 'account' })
  expect(await accounts.refresh?.(CLIENT, TOKENS.refresh)).toEqual(TOKENS)
  await accounts.revoke?.(CLIENT, TOKENS.access)
})

test('checks a key pair', async () => {
  const { url } = await startLantern()
  await accountsAt(url).checkClient(CLIENT, REDIRECT_URI)
  const wrong = accountsAt(url).checkClient({ ...CLIENT, secret: 'wrong' }, REDIRECT_URI)
  await expect(wrong).rejects.toMatchObject({ fault: 'client' })
})

test('preflight reports a deleted series, and nothing while Lantern is unreachable', async () => {
  const { url } = await startLantern()
  expect(await checkAt(url, 'Slow mornings')).toEqual([])
  const [finding, ...others] = await checkAt(url, 'Old news')
  expect(finding).toMatchObject({ code: 'series-gone', severity: 'stop', message: expect.stringContaining('“Old news”') as string })
  expect(others).toEqual([])
  const unreachable = () => Promise.reject(new AppError('PLATFORM_UNREACHABLE', { platform: 'Lantern' }))
  expect(await checkAt(url, 'Old news', { use: unreachable })).toEqual([])
  const rejected = () => Promise.reject(new AppError('ACCOUNT_RECONNECT', { platform: 'Lantern', name: 'ann' }))
  await expect(checkAt(url, 'Old news', { use: rejected })).rejects.toMatchObject({ code: 'ACCOUNT_RECONNECT' })
})

test('publishes a post once, however often it is advanced', async () => {
  const { url, drafts, published } = await startLantern()
  const publisher = publisherAt(url)
  const request = requestOf()
  const outcome = await publisher.start(access, request)
  if (outcome.kind !== 'accepted') throw new Error(`The post was not accepted: ${outcome.kind}`)
  expect(published.size).toBe(0)
  const done = await publisher.advance(access, acceptedAs(request, outcome))
  expect(done).toEqual({ kind: 'done', url: `https://lantern.example/@ann/${outcome.remoteId}` })
  expect(await publisher.advance(access, acceptedAs(request, outcome))).toEqual(done)
  expect([...published]).toEqual([outcome.remoteId])
  const images = [Buffer.from(IMAGE).toString('base64')]
  expect(drafts.get(outcome.remoteId)).toEqual({ marker: request.marker, text: 'A lantern', series: 'Slow mornings', images })
})

test('explains a rejection and what to do', async () => {
  const { url, drafts, fail } = await startLantern()
  fail({ status: 400, error: 'too_long' })
  const outcome = await publisherAt(url).start(access, requestOf())
  if (outcome.kind !== 'refused') throw new Error(`The post was not refused: ${outcome.kind}`)
  expectPlain(outcome.problem.message)
  fail({ status: 403, error: 'missing_scope' })
  const problem = { code: 'scope', message: expect.stringMatching(/^@ann /) as string, fixHref: '/settings?tab=accounts' }
  expect(await publisherAt(url).start(access, requestOf())).toEqual({ kind: 'refused', problem })
  expect(drafts.size).toBe(0)
})

test('may retry what certainly was not done', async () => {
  const { url, fail } = await startLantern()
  fail({ status: 429, error: 'slow_down', retryAfter: 77 })
  expect(await publisherAt(url).start(access, requestOf())).toMatchObject({ kind: 'wait', seconds: 77, isPause: true })
  expect(await publisherAt(await unusedUrl()).start(access, requestOf())).toMatchObject({ kind: 'wait', seconds: null, isPause: false })
})

test('throws for an expired token, so that it is refreshed', async () => {
  const { url } = await startLantern()
  const thrown: unknown = await publisherAt(url)
    .start({ ...access, tokens: { ...TOKENS, access: 'expired' } }, requestOf())
    .catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(PlatformError)
  expect(thrown).toMatchObject({ fault: 'account', sent: 'answered' })
})

test('resolves a lost response as found, absent or unclear', async () => {
  const { url, fail, drafts } = await startLantern()
  const publisher = publisherAt(url)
  const request = requestOf()
  fail('lost')
  expect((await publisher.start(access, request)).kind).toBe('unknown')
  const [id] = drafts.keys()
  expect(await publisher.lookUp(access, request, LOST)).toEqual({ kind: 'found', remoteId: id })
  const dropped = requestOf()
  fail('dropped')
  expect((await publisher.start(access, dropped)).kind).toBe('unknown')
  expect(await publisher.lookUp(access, dropped, { ...LOST, secondsAgo: 30 })).toEqual({ kind: 'unclear' })
  expect(await publisher.lookUp(access, dropped, LOST)).toEqual({ kind: 'absent' })
})

test('a deleted draft fails its post', async () => {
  const { url } = await startLantern()
  const outcome = await publisherAt(url).advance(access, acceptedAs(requestOf(), { remoteId: 'deleted' }))
  expect(outcome).toMatchObject({ kind: 'failed', problem: { code: 'draft_gone' }, retryReason: null })
})

test('sends nothing once the lease is lost', async () => {
  const { url, requests } = await startLantern()
  const stale = requestOf({
    mayAct() {
      throw new LeaseLost()
    },
  })
  await expect(publisherAt(url).start(access, stale)).rejects.toThrow(LeaseLost)
  await expect(publisherAt(url).advance(access, acceptedAs(stale, { remoteId: 'draft' }))).rejects.toThrow(LeaseLost)
  expect(requests).toEqual([])
})

test('describes its options and setup hints', () => {
  const options = lanternOptionsSchema.parse(lantern.demoOptions({ username: 'ann' }))
  expect(lanternWords(options)).toEqual([{ label: 'Series', value: 'Slow mornings' }])
  expect(lanternWords(lanternOptionsSchema.parse({ platform: 'lantern' }))).toEqual([{ label: 'Series', value: 'None' }])
  const real = lantern.settings({ client: CLIENT, sandbox: null, variables: {} })
  expect(lantern.hints(real, { publicUrl: 'https://studio.example.com', isDomainProved: false })).toEqual([])
  expect(lantern.hints(real, { publicUrl: 'http://localhost:3000', isDomainProved: false })).toHaveLength(1)
})

/** Where the shown files would be: the server's two in server/src/platforms/lantern, the options in shared/src/publishing. */
const DISPLAYED_IMPORTS = [
  ['../../platforms/', '../'],
  ["'@ninesixteen/shared/publishing/platforms'", "'./platforms.ts'"],
  ["'@ninesixteen/shared/publishing/option-texts'", "'./option-texts.ts'"],
  ["'./options.ts'", "'@ninesixteen/shared/publishing/lantern-options'"],
] as const

test('docs/platforms.md quotes the three files, except for import paths', () => {
  const folder = join(import.meta.dirname, '../testing/example-platform')
  const files = ['options.ts', 'api.ts', 'lantern.ts'].map((name) => {
    const source = readFileSync(join(folder, name), 'utf8')
    return DISPLAYED_IMPORTS.reduce((displayed, [actualPath, displayedPath]) => displayed.replaceAll(actualPath, displayedPath), source)
  })
  const doc = readFileSync(join(import.meta.dirname, '../../../docs/platforms.md'), 'utf8')
  expect([...doc.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, displayed]) => displayed)).toEqual(files)
})
