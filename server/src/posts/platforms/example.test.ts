import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { LeaseLost } from '../publishing/lease.ts'
import type { AccountAccess } from '../../connections/tokens.ts'
// example: the adapter of a platform, as docs/platforms.md shows it
import { PlatformError } from '../../providers/platform-error.ts'
import { postingOutcome, type AnswerTable } from '../../providers/posting-outcome.ts'
import type { AcceptedRequest, PlatformPublisher, PublishRequest, StartOutcome } from '../publishing/platform-publishing.ts'

/** The client in `server/src/providers/lantern/posting/client.ts`. Everything it throws is a PlatformError. */
interface LanternPosting {
  /** Creates a draft, which isn't public, under a marker of ours. */
  create(token: string, draft: { mark: string; text: string; pictures: Uint8Array[]; signal: AbortSignal }): Promise<{ id: string }>
  find(token: string, mark: string): Promise<{ id: string } | null>
  /** May be called again for what is public already. */
  publish(token: string, id: string): Promise<{ url: string }>
}

/** Each documented answer, with its meaning and what a user can do. Any other answer may have been done. */
const ANSWERS: AnswerTable = {
  too_long: { kind: 'refused', text: 'Lantern takes captions of 300 characters. Shorten it, then schedule the post again.' },
  day_limit: { kind: 'refused', text: 'Lantern takes no more posts from @{name} today. Reschedule it for tomorrow.' },
  expired_token: { kind: 'account' },
}

/** A draft may still be being made when its answer was lost. */
const APPEARS_WITHIN_SECONDS = 60

function createLanternPublishing({ posting }: { posting: LanternPosting }): PlatformPublisher {
  return {
    label: 'Lantern',
    startsPerMinute: null,
    pulls: () => false,
    async start({ tokens, account }, order: PublishRequest) {
      const pictures = await Promise.all(order.files.map((file) => order.read(file)))
      // Right before the call: this process may have lost the post while it read.
      order.mayAct()
      try {
        const draft = { mark: order.marker, text: order.caption, pictures, signal: order.signal }
        return { kind: 'accepted', remoteId: (await posting.create(tokens.access, draft)).id }
      } catch (thrown) {
        return outcomeOf(thrown, account.username)
      }
    },
    async lookUp({ tokens }, order, { secondsAgo }) {
      const found = await posting.find(tokens.access, order.marker)
      if (found) return { kind: 'found', remoteId: found.id }
      return { kind: secondsAgo < APPEARS_WITHIN_SECONDS ? 'unclear' : 'absent' }
    },
    async advance({ tokens }, order: AcceptedRequest) {
      order.mayAct()
      return { kind: 'done', url: (await posting.publish(tokens.access, order.remoteId)).url }
    },
  }
}

function outcomeOf(thrown: unknown, name: string): StartOutcome {
  const outcome = postingOutcome(thrown, { table: ANSWERS, keysOf: ({ code }) => [code], name })
  const soon = { code: outcome.kind, reason: 'Lantern cannot take it right now.' }
  switch (outcome.kind) {
    case 'account':
      throw thrown
    case 'refused':
      return { kind: 'refused', problem: { code: outcome.code, message: outcome.message, fixHref: outcome.fixHref } }
    case 'wait':
      return { kind: 'wait', seconds: outcome.seconds, isPause: true, ...soon }
    case 'unsent':
      return { kind: 'wait', seconds: null, isPause: false, ...soon }
    case 'unknown':
      return { kind: 'unknown', reason: thrown instanceof Error ? thrown.message : 'thrown' }
  }
}
// the end of the example

const access: AccountAccess = {
  client: { key: 'key', secret: 'secret' },
  tokens: { access: 'access', refresh: null },
  scopes: [],
  account: { id: 'row', accountId: 'ann', username: 'ann', platform: 'tumblr' },
}

const order: PublishRequest = {
  userId: 'ann',
  postId: 'post',
  attemptId: 'attempt',
  marker: 'a1b2c3d4e5f60718',
  kind: 'slides',
  caption: 'a lantern',
  description: '',
  options: { platform: 'tumblr', blog: 'ann', tags: [], altTexts: [], layout: 'auto', state: 'published' },
  files: [],
  read: async () => new Uint8Array(),
  stream: async () => new Blob([]).stream(),
  pullUrl: () => '',
  signal: new AbortController().signal,
  mayAct: () => undefined,
}

/** Lantern itself, which answers as it is told to. */
function lantern(answer: () => void) {
  const drafts = new Map<string, string>()
  const published = new Set<string>()
  const posting: LanternPosting = {
    async create(_token, { mark }) {
      drafts.set(mark, `draft ${mark}`)
      answer()
      return { id: `draft ${mark}` }
    },
    find: async (_token, mark) => (drafts.has(mark) ? { id: drafts.get(mark) ?? '' } : null),
    async publish(_token, id) {
      published.add(id)
      return { url: `https://lantern.example/${published.size}` }
    },
  }
  return { publishing: createLanternPublishing({ posting }), drafts, published }
}

const refused = (code: string) => new PlatformError({ fault: 'refused', status: 400, code, sent: 'answered' })

test('the platform of the example accepts, refuses, and finds what was lost', async () => {
  let thrown: Error | null = null
  const { publishing, published } = lantern(() => {
    if (thrown) throw thrown
  })
  const outcome = await publishing.start(access, order)
  expect(outcome).toMatchObject({ kind: 'accepted' })
  thrown = refused('too_long')
  expect(await publishing.start(access, order)).toMatchObject({
    kind: 'refused',
    problem: { message: expect.stringContaining('Shorten') as string },
  })
  thrown = refused('expired_token')
  await expect(publishing.start(access, order)).rejects.toThrow(thrown)
  thrown = new PlatformError({ fault: 'down', status: 504, code: 'timeout' })
  expect((await publishing.start(access, order)).kind).toBe('unknown')
  const looked = await publishing.lookUp(access, order, { pulls: { given: 0, fetched: 0 }, secondsAgo: 90 })
  expect(looked.kind).toBe('found')
  const advanced = { ...order, remoteId: 'draft', resume: null, age: 0 }
  expect(await publishing.advance(access, advanced)).toEqual(await publishing.advance(access, advanced))
  expect(published.size).toBe(1)
  expect((await publishing.lookUp(access, { ...order, marker: 'another' }, { pulls: { given: 0, fetched: 0 }, secondsAgo: 90 })).kind).toBe(
    'absent',
  )
  const stale = {
    ...order,
    mayAct: () => {
      throw new LeaseLost()
    },
  }
  await expect(publishing.start(access, stale)).rejects.toThrow(LeaseLost)
})

test('docs/platforms.md shows what is compiled here, word for word', () => {
  const own = readFileSync(import.meta.filename, 'utf8')
  const compiled = own.slice(own.indexOf('\n', own.indexOf('// example:')) + 1, own.indexOf('// the end of the example'))
  const doc = readFileSync(join(import.meta.dirname, '../../../../docs/platforms.md'), 'utf8')
  const [, shown] = /```ts\n([\s\S]*?)```/.exec(doc) ?? []
  expect(shown).toBe(compiled)
})
