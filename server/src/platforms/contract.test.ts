import { createHash, randomBytes, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import { POST_FORMS, postOptionsSchema } from '@ninesixteen/shared/publishing/platforms'
import { exportSize, type Size } from '@ninesixteen/shared/slide/formats'
import type { AccountAccess } from './account.ts'
import { PlatformError } from '../providers/platform-error.ts'
import { createSealer } from '../secrets/sealed.ts'
import { serveFiles } from '../testing/posting.ts'
import { expectPlain } from '../testing/publishing-faults.ts'
import { unusedUrl } from '../testing/raw-server.ts'
import { startTestSandbox, type TestSandbox } from '../testing/sandbox.ts'
import { accountOf, grantsOf, livePosts, OPTIONS } from '../testing/scheduled.ts'
import { LeaseLost } from '../posts/publishing/lease.ts'
import type { AcceptedRequest, AdvanceOutcome, LookupOutcome, PlatformPublisher, PostFile, PublishRequest } from './publishing.ts'
import { createPlatformPublishers, platformConfig } from './registry.ts'
import { createAttemptSealer } from '../posts/publishing/create-publishing.ts'

/** Where the sandbox injects a platform's faults, and how the platform rejects a post. */
interface Row {
  /** Part of the path of the request that starts a post. */
  start: string
  refusal: { status: number; code: string }
  /** How long the platform asks to wait when it should ask for 77 seconds: Meta says it in minutes. */
  waitSeconds: number
  /** The look-up's answer about a start that was done and whose answer was lost. */
  lookup: LookupOutcome['kind']
}

const ROWS: Record<PlatformId, Row> = {
  tiktok: { start: 'content/init', refusal: { status: 403, code: 'spam_risk_too_many_posts' }, waitSeconds: 77, lookup: 'unclear' },
  tumblr: { start: 'posts', refusal: { status: 403, code: '8023' }, waitSeconds: 77, lookup: 'found' },
  // Containers are invisible: whatever became of them, they are made again.
  instagram: { start: '/media', refusal: { status: 400, code: '2207050' }, waitSeconds: 120, lookup: 'absent' },
  threads: { start: '/threads', refusal: { status: 400, code: '4279013' }, waitSeconds: 120, lookup: 'absent' },
}

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await startTestSandbox()
})
afterAll(() => sandbox.release())
beforeEach(() => sandbox.reset())

function postingsAt(url: string) {
  const platforms = platformConfig(() => ({ client: null, sandbox: { url, browserUrl: url }, variables: {} }))
  return { platforms, postings: createPlatformPublishers(platforms, { seal: createAttemptSealer(createSealer(randomBytes(32))) }) }
}

interface Subject {
  posting: PlatformPublisher
  access: AccountAccess
  /** A post of two images, or of a video. Each call returns a new attempt. */
  request(overrides?: Partial<PublishRequest>): PublishRequest
  caption: string
  files: readonly PostFile[]
  hashes: string[]
  fault(...next: Record<string, unknown>[]): Promise<unknown>
  timesLive(): Promise<number>
}

const VIDEO = Buffer.concat([Buffer.from('\0\0\0\u0018ftypisom\0\0\u0002\0isomiso2', 'latin1'), randomBytes(64 * 1024)])

/** Size of a picture that the platform takes. */
function sizeOf(platform: PlatformId): Size {
  const { width, height } = exportSize(POST_FORMS[platform].formats[0])
  return { width: width / 3, height: height / 3 }
}

async function bytesOf(platform: PlatformId, kind: PublishRequest['kind']): Promise<{ mimeType: string; bytes: Uint8Array }[]> {
  if (kind === 'video') return [{ mimeType: 'video/mp4', bytes: VIDEO }]
  const mimeType = POST_FORMS[platform].pictures
  const render = (color: string) => {
    const image = sharp({ create: { ...sizeOf(platform), channels: 3, background: color } })
    return (mimeType === 'image/png' ? image.png() : image.jpeg()).toBuffer()
  }
  return Promise.all(['teal', 'coral'].map(async (color) => ({ mimeType, bytes: await render(color) })))
}

async function subjectOf(
  platform: PlatformId,
  { kind = 'slides', url = sandbox.url }: { kind?: PublishRequest['kind']; url?: string } = {},
): Promise<Subject> {
  const { platforms, postings } = postingsAt(url)
  const [grant] = await grantsOf(sandbox, platform, { count: 1 })
  const client = platforms[platform].client
  if (!grant || !client) throw new Error('The sandbox gave no account')
  const { accountId, username, tokens } = accountOf(grant)
  const access = { client, tokens, scopes: [], account: { id: randomUUID(), accountId, username, platform } }
  const contents = await bytesOf(platform, kind)
  const files = contents.map(({ mimeType, bytes }, position) => ({
    position,
    path: `${position}`,
    mimeType,
    bytes: bytes.byteLength,
    ...sizeOf(platform),
  }))
  const served = await serveFiles(Object.fromEntries(contents.map(({ bytes }, position) => [`${position}`, bytes])))
  const contentOf = ({ position }: PostFile) => new Uint8Array(contents[position]?.bytes ?? [])
  const caption = `a post ${randomUUID()}`
  const options = OPTIONS[platform]({ rowId: '', platform, accountId, sandboxUser: grant.account, username })
  return {
    posting: postings[platform],
    access,
    request: (overrides = {}) => ({
      userId: 'ann',
      postId: randomUUID(),
      attemptId: randomUUID(),
      marker: randomBytes(8).toString('hex'),
      kind,
      caption,
      description: 'Every day',
      options: postOptionsSchema.parse(options),
      files,
      read: async (file) => contentOf(file),
      stream: async (file) => new Blob([contentOf(file)]).stream(),
      pullUrl: (file) => served(file.path),
      signal: new AbortController().signal,
      mayAct: () => undefined,
      ...overrides,
    }),
    caption,
    files,
    hashes: contents.map(({ bytes }) => createHash('sha256').update(bytes).digest('hex')),
    fault: (...next) => sandbox.control('/faults', 'POST', { provider: platform, next }),
    timesLive: async () =>
      (await livePosts(sandbox)).filter(({ title, text, description }) => [title, text, description].join('\n').includes(caption)).length,
  }
}

/** Calls `advance` until the outcome is final; repeats each step as after a crash, before its outcome was stored. */
async function advanceToEnd({ posting, access }: Subject, request: AcceptedRequest, repeats = 0): Promise<AdvanceOutcome> {
  let stored = request.resume
  const saveResume = async (resume: Record<string, unknown>) => void (stored = resume)
  for (let step = 0; step < 200; step += 1) {
    for (let repeat = 0; repeat < repeats; repeat += 1) await posting.advance(access, { ...request, resume: stored, saveResume })
    const outcome = await posting.advance(access, { ...request, resume: stored, saveResume })
    if (outcome.kind !== 'working') return outcome
    stored = outcome.resume ?? stored
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('The post came to no end')
}

const accepted = (
  request: PublishRequest,
  { remoteId, resume = null }: { remoteId: string; resume?: Record<string, unknown> | null },
): AcceptedRequest => ({
  ...request,
  remoteId,
  resume,
  age: 0,
  saveResume: async () => undefined,
  idsOfOtherAttempts: async () => new Set(),
  openAttempts: async () => [],
})

describe.each(PLATFORM_IDS)('the %s publisher', (platform) => {
  const { start, refusal, waitSeconds, lookup: lost } = ROWS[platform]

  test.each(['slides', 'video'] as const)('publishes a post of %s once, also when steps repeat', async (kind) => {
    const subject = await subjectOf(platform, { kind })
    const request = subject.request()
    const outcome = await subject.posting.start(subject.access, request)
    expect(outcome.kind).toBe('accepted')
    if (outcome.kind !== 'accepted') return
    const done = await advanceToEnd(subject, accepted(request, outcome), 1)
    expect(done.kind).toBe('done')
    const [live, ...more] = (await livePosts(sandbox)).filter((post) => post.platform === platform)
    expect(more).toEqual([])
    expect(live?.files.map(({ sha256 }) => sha256)).toEqual(subject.hashes)
    expect(done).toMatchObject({ url: expect.stringContaining(live?.id ?? 'none') as string })
  })

  test('has the platform download exactly the announced files', async () => {
    const fetched: number[] = []
    for (const kind of ['slides', 'video'] as const) {
      const subject = await subjectOf(platform, { kind })
      const { pullUrl } = subject.request()
      const outcome = await subject.posting.start(
        subject.access,
        subject.request({
          pullUrl(file) {
            fetched.push(file.position)
            return pullUrl(file)
          },
        }),
      )
      expect(outcome.kind).toBe('accepted')
      expect(fetched.splice(0)).toEqual(subject.posting.pulls(kind) ? subject.files.map(({ position }) => position) : [])
    }
  })

  test('may send a post again that certainly was not sent', async () => {
    const unreachable = await subjectOf(platform, { url: await unusedUrl() })
    expect(await unreachable.posting.start(unreachable.access, unreachable.request())).toMatchObject({
      kind: 'wait',
      seconds: null,
      isPause: false,
    })
    const subject = await subjectOf(platform)
    await subject.fault({ kind: '429', path: start, retryAfter: 77 })
    expect(await subject.posting.start(subject.access, subject.request())).toMatchObject({
      kind: 'wait',
      seconds: waitSeconds,
      isPause: true,
    })
    expect(await subject.timesLive()).toBe(0)
  })

  test('explains a rejection and what to do', async () => {
    const subject = await subjectOf(platform)
    await subject.fault({ kind: 'error', path: start, ...refusal })
    const outcome = await subject.posting.start(subject.access, subject.request())
    expect(outcome.kind).toBe('refused')
    if (outcome.kind === 'refused') expectPlain(outcome.problem.message)
    expect(await subject.timesLive()).toBe(0)
  })

  test('throws a PlatformError only for a rejected token', async () => {
    const subject = await subjectOf(platform)
    await subject.fault({ kind: '401', path: start })
    const thrown: unknown = await subject.posting.start(subject.access, subject.request()).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(PlatformError)
    expect((thrown as PlatformError).fault).toBe('account')
  })

  test.each(['500', 'html', 'dropped', 'cut', 'lost', 'gateway'])(
    'resolves a start that met "%s", or reports it as unclear',
    async (kind) => {
      const subject = await subjectOf(platform)
      // The sandbox fetches media before it responds.
      if (subject.posting.pulls('slides')) await sandbox.control(`/${platform}`, 'PATCH', { pullsFirst: true })
      const isDone = ['cut', 'lost', 'gateway'].includes(kind)
      const request = subject.request()
      await subject.fault({ kind, path: start })
      expect((await subject.posting.start(subject.access, request)).kind).toBe('unknown')
      const pulled = subject.posting.pulls(request.kind) && isDone ? subject.files.length : 0
      const lookup = await subject.posting.lookUp(subject.access, request, {
        pulls: { issued: subject.files.length, fetched: pulled },
        secondsAgo: 3600,
      })
      // Absent is a promise: it is sent again after that.
      if (!isDone) expect(lookup.kind).toBe('absent')
      else expect(lookup.kind).toBe(lost)
      if (lookup.kind === 'found') expect((await advanceToEnd(subject, accepted(request, lookup))).kind).toBe('done')
      if (lookup.kind === 'absent') {
        const secondRequest = subject.request()
        const outcome = await subject.posting.start(subject.access, secondRequest)
        if (outcome.kind === 'accepted') await advanceToEnd(subject, accepted(secondRequest, outcome))
      }
      expect(await subject.timesLive()).toBe(1)
    },
  )

  test('sends nothing once the lease is lost', async () => {
    const subject = await subjectOf(platform)
    const request = subject.request({
      mayAct() {
        throw new LeaseLost()
      },
    })
    await expect(subject.posting.start(subject.access, request)).rejects.toThrow(LeaseLost)
    const calls = await sandbox.requests(platform)
    expect(calls.filter(({ path }) => path.includes(start))).toEqual([])
  })

  test('accepts as many starts per account and minute as announced', async () => {
    const subject = await subjectOf(platform)
    const { startsPerMinute } = subject.posting
    const most = startsPerMinute ?? 10
    for (let count = 0; count < most; count += 1)
      expect((await subject.posting.start(subject.access, subject.request())).kind).toBe('accepted')
    if (startsPerMinute === null) return
    expect(await subject.posting.start(subject.access, subject.request())).toMatchObject({ kind: 'wait', isPause: true })
  })
})
