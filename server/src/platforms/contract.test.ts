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
import { unusedUrl } from '../testing/rude-server.ts'
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
  waits: number
  /** The look-up's answer about a start that was done and whose answer was lost. */
  lost: LookupOutcome['kind']
}

const ROWS: Record<PlatformId, Row> = {
  tiktok: { start: 'content/init', refusal: { status: 403, code: 'spam_risk_too_many_posts' }, waits: 77, lost: 'unclear' },
  tumblr: { start: 'posts', refusal: { status: 403, code: '8023' }, waits: 77, lost: 'found' },
  // Containers are invisible: whatever became of them, they are made again.
  instagram: { start: '/media', refusal: { status: 400, code: '2207050' }, waits: 120, lost: 'absent' },
  threads: { start: '/threads', refusal: { status: 400, code: '4279013' }, waits: 120, lost: 'absent' },
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
  order(given?: Partial<PublishRequest>): PublishRequest
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
  const draw = (color: string) => {
    const picture = sharp({ create: { ...sizeOf(platform), channels: 3, background: color } })
    return (mimeType === 'image/png' ? picture.png() : picture.jpeg()).toBuffer()
  }
  return Promise.all(['teal', 'coral'].map(async (color) => ({ mimeType, bytes: await draw(color) })))
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
    order: (given = {}) => ({
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
      ...given,
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
async function toItsEnd({ posting, access }: Subject, order: AcceptedRequest, repeats = 0): Promise<AdvanceOutcome> {
  let stored = order.resume
  const saveResume = async (resume: Record<string, unknown>) => void (stored = resume)
  for (let step = 0; step < 200; step += 1) {
    for (let repeat = 0; repeat < repeats; repeat += 1) await posting.advance(access, { ...order, resume: stored, saveResume })
    const outcome = await posting.advance(access, { ...order, resume: stored, saveResume })
    if (outcome.kind !== 'working') return outcome
    stored = outcome.resume ?? stored
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  throw new Error('The post came to no end')
}

const accepted = (
  order: PublishRequest,
  { remoteId, resume = null }: { remoteId: string; resume?: Record<string, unknown> | null },
): AcceptedRequest => ({
  ...order,
  remoteId,
  resume,
  age: 0,
  saveResume: async () => undefined,
})

describe.each(PLATFORM_IDS)('%s', (platform) => {
  const { start, refusal, waits, lost } = ROWS[platform]

  test.each(['slides', 'video'] as const)('begins a post of the kind %s, and finishes it however often it is asked', async (kind) => {
    const subject = await subjectOf(platform, { kind })
    const order = subject.order()
    const outcome = await subject.posting.start(subject.access, order)
    expect(outcome.kind).toBe('accepted')
    if (outcome.kind !== 'accepted') return
    const done = await toItsEnd(subject, accepted(order, outcome), 1)
    expect(done.kind).toBe('done')
    const [live, ...more] = (await livePosts(sandbox)).filter((post) => post.platform === platform)
    expect(more).toEqual([])
    expect(live?.files.map(({ sha256 }) => sha256)).toEqual(subject.hashes)
    expect(done).toMatchObject({ url: expect.stringContaining(live?.id ?? 'none') as string })
  })

  test('has files fetched exactly where it says that they are', async () => {
    const fetched: number[] = []
    for (const kind of ['slides', 'video'] as const) {
      const subject = await subjectOf(platform, { kind })
      const { pullUrl } = subject.order()
      const outcome = await subject.posting.start(
        subject.access,
        subject.order({
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

  test('says of what was surely not done that it may be tried again', async () => {
    const far = await subjectOf(platform, { url: await unusedUrl() })
    expect(await far.posting.start(far.access, far.order())).toMatchObject({ kind: 'wait', seconds: null, isPause: false })
    const subject = await subjectOf(platform)
    await subject.fault({ kind: '429', path: start, retryAfter: 77 })
    expect(await subject.posting.start(subject.access, subject.order())).toMatchObject({ kind: 'wait', seconds: waits, isPause: true })
    expect(await subject.timesLive()).toBe(0)
  })

  test('says of what is refused why, and what helps', async () => {
    const subject = await subjectOf(platform)
    await subject.fault({ kind: 'error', path: start, ...refusal })
    const outcome = await subject.posting.start(subject.access, subject.order())
    expect(outcome.kind).toBe('refused')
    if (outcome.kind === 'refused') expectPlain(outcome.problem.message)
    expect(await subject.timesLive()).toBe(0)
  })

  test('throws what says that the account is not accepted any more, and only that', async () => {
    const subject = await subjectOf(platform)
    await subject.fault({ kind: '401', path: start })
    const thrown: unknown = await subject.posting.start(subject.access, subject.order()).catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(PlatformError)
    expect((thrown as PlatformError).fault).toBe('account')
  })

  test.each(['500', 'html', 'dropped', 'cut', 'lost', 'gateway'])(
    'knows what became of a post whose start met "%s", or says that it is unknown',
    async (kind) => {
      const subject = await subjectOf(platform)
      // The sandbox fetches media before it responds.
      if (subject.posting.pulls('slides')) await sandbox.control(`/${platform}`, 'PATCH', { pullsFirst: true })
      const isDone = ['cut', 'lost', 'gateway'].includes(kind)
      const order = subject.order()
      await subject.fault({ kind, path: start })
      expect((await subject.posting.start(subject.access, order)).kind).toBe('unknown')
      const pulled = subject.posting.pulls(order.kind) && isDone ? subject.files.length : 0
      const looked = await subject.posting.lookUp(subject.access, order, {
        pulls: { given: subject.files.length, fetched: pulled },
        secondsAgo: 3600,
      })
      // Absent is a promise: it is sent again after that.
      if (!isDone) expect(looked.kind).toBe('absent')
      else expect(looked.kind).toBe(lost)
      if (looked.kind === 'found') expect((await toItsEnd(subject, accepted(order, looked))).kind).toBe('done')
      if (looked.kind === 'absent') {
        const again = subject.order()
        const outcome = await subject.posting.start(subject.access, again)
        if (outcome.kind === 'accepted') await toItsEnd(subject, accepted(again, outcome))
      }
      expect(await subject.timesLive()).toBe(1)
    },
  )

  test('changes nothing for a worker that may not act any more', async () => {
    const subject = await subjectOf(platform)
    const order = subject.order({
      mayAct() {
        throw new LeaseLost()
      },
    })
    await expect(subject.posting.start(subject.access, order)).rejects.toThrow(LeaseLost)
    const calls = await sandbox.requests(platform)
    expect(calls.filter(({ path }) => path.includes(start))).toEqual([])
  })

  test('takes as many starts of an account in a minute as it says', async () => {
    const subject = await subjectOf(platform)
    const { startsPerMinute } = subject.posting
    const most = startsPerMinute ?? 10
    for (let count = 0; count < most; count += 1)
      expect((await subject.posting.start(subject.access, subject.order())).kind).toBe('accepted')
    if (startsPerMinute === null) return
    expect(await subject.posting.start(subject.access, subject.order())).toMatchObject({ kind: 'wait', isPause: true })
  })
})
