import { z } from 'zod'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { metaText } from '@ninesixteen/shared/publishing/meta-text'
import { picturesMaxFor } from '@ninesixteen/shared/publishing/platforms'
import { databaseNow } from '../../database-clock.ts'
import { PlatformError } from '../../providers/platform-error.ts'
import type { AccountAccess } from '../account.ts'
import { startOutcome } from '../start-outcome.ts'
import type { AcceptedRequest, AdvanceOutcome, PlatformPublisher, PublishRequest, StartOutcome } from '../publishing.ts'
import type { ContainerFields, MetaNetwork, MetaOptions } from './network.ts'
import type { MetaCaller, MetaPosting } from './posting/client.ts'
import type { MetaWords } from './posting/words.ts'

export interface MetaPublisherDeps<Options extends MetaOptions> {
  network: MetaNetwork<Options>
  posting: MetaPosting
  words: MetaWords
}

/**
 * How long a post may still appear after the response to its publication was lost, in seconds. No document gives a limit; containers that are
 * published at all are so within seconds.
 */
const APPEARS_WITHIN_SECONDS = 600
const LOOK_AGAIN_SECONDS = 20
/** How long the address of a published post is asked for, in seconds; the post is published without it, too. */
const ADDRESS_WITHIN_SECONDS = 600
/** Polling intervals by the age of a post, in seconds. */
const POLLS: readonly (readonly [youngerThan: number, seconds: number])[] = [
  [30, 3],
  [300, 15],
  [3600, 60],
]
const POLL_LATE_SECONDS = 600

/** The state that the worker stores between the steps. */
const resumeSchema = z.object({
  /** The carousel's items, in order; empty for a single picture or a video. */
  items: z.array(z.string()).default([]),
  /** The container that is published; null until the items are ready. */
  container: z.string().nullable().default(null),
  /** Age of the post when it was last asked to be published; null before. */
  publishedAt: z.number().nullable().default(null),
  /** The post's id, once the network has said it. */
  postId: z.string().nullable().default(null),
})
type Resume = z.infer<typeof resumeSchema>

/**
 * Publishes in steps: a container for each file, a container for a carousel, then the one request that makes it public. Containers are invisible and
 * vanish within a day, so a lost `start` can always be repeated. The container to publish is stored before it is published; what became of a lost
 * publication is its state.
 */
export function createMetaPublisher<Options extends MetaOptions>({
  network,
  posting,
  words,
}: MetaPublisherDeps<Options>): PlatformPublisher<Options> {
  const { label } = PLATFORMS[network.id]

  async function create(caller: MetaCaller, request: PublishRequest<Options>, fields: ContainerFields): Promise<string> {
    request.mayAct()
    return (await posting.create(caller, fields, { signal: request.signal })).id
  }

  async function start(access: AccountAccess, request: PublishRequest<Options>): Promise<StartOutcome> {
    const caller = callerOf(access)
    const files = request.files.slice(0, request.kind === 'video' ? 1 : picturesMaxFor(network.id, request.options))
    const isCarousel = files.length > 1
    try {
      const ids: string[] = []
      for (const file of files) {
        const itemFields = isCarousel ? { is_carousel_item: 'true' } : postFields(request)
        ids.push(await create(caller, request, { ...mediaFields(request, file), ...itemFields }))
      }
      const [first] = ids
      if (first === undefined) throw new Error('A post without files')
      const resume: Partial<Resume> = isCarousel ? { items: ids } : { container: first }
      return { kind: 'accepted', remoteId: first, resume }
    } catch (thrown) {
      const { username } = access.account
      return startOutcome(thrown, words.outcome(thrown, username), { label, limited: `@${username}` })
    }
  }

  function mediaFields(request: PublishRequest<Options>, file: PublishRequest['files'][number]): ContainerFields {
    const { kind, options } = request
    if (kind === 'video') return { ...network.media({ kind: 'video', options }), video_url: request.pullUrl(file) }
    const alt = network.hasTexts(options) ? (options.altTexts[file.position]?.toWellFormed().trim() ?? '') : ''
    return { ...network.media({ kind: 'picture', options }), image_url: request.pullUrl(file), ...(alt !== '' && { alt_text: alt }) }
  }

  function postFields({ caption, description, options }: PublishRequest<Options>): ContainerFields {
    const text = network.hasTexts(options) ? metaText(network.text, caption, description).text : ''
    return { ...(text !== '' && { [network.fields.text]: text }), ...network.post(options) }
  }

  async function advance(access: AccountAccess, request: AcceptedRequest<Options>): Promise<AdvanceOutcome> {
    const resume = resumeSchema.parse(request.resume ?? {})
    const caller = callerOf(access)
    if (resume.postId !== null) return withAddress(caller, request, { ...resume, postId: resume.postId })
    // A post that was found by its first id alone is a single picture or a video.
    const container = resume.container ?? (resume.items.length === 0 ? request.remoteId : null)
    return container === null ? join(access, request, resume) : publish(access, request, { ...resume, container })
  }

  /** Makes the carousel of its items once they are ready. */
  async function join(access: AccountAccess, request: AcceptedRequest<Options>, resume: Resume): Promise<AdvanceOutcome> {
    const caller = callerOf(access)
    for (const item of resume.items) {
      const { state, failure } = await posting.container(caller, item, { signal: request.signal })
      if (state === 'working') return working(request)
      if (state !== 'ready') return failed(access, state === 'expired' ? EXPIRED : failure)
    }
    try {
      const fields = { media_type: 'CAROUSEL', children: resume.items.join(','), ...postFields(request) }
      const container = await create(caller, request, fields)
      return working(request, { ...resume, container })
    } catch (thrown) {
      return refusedOrThrow(thrown, access)
    }
  }

  async function publish(
    access: AccountAccess,
    request: AcceptedRequest<Options>,
    resume: Resume & { container: string },
  ): Promise<AdvanceOutcome> {
    const caller = callerOf(access)
    const { state, failure } = await posting.container(caller, resume.container, { signal: request.signal })
    switch (state) {
      case 'published':
        return foundPublished(caller, request)
      case 'working':
        return working(request, resume)
      case 'expired':
      case 'failed':
        return failed(access, state === 'expired' ? EXPIRED : failure)
      case 'ready': {
        const requestedAt = resume.publishedAt
        if (requestedAt !== null && request.age - requestedAt < APPEARS_WITHIN_SECONDS) return lost(resume)
        if (requestedAt !== null && (await findPost(caller, request)) !== null) return foundPublished(caller, request)
        return makePublic(access, request, resume)
      }
    }
  }

  async function makePublic(
    access: AccountAccess,
    request: AcceptedRequest<Options>,
    previous: Resume & { container: string },
  ): Promise<AdvanceOutcome> {
    const resume = { ...previous, publishedAt: request.age }
    const caller = callerOf(access)
    await request.saveResume(resume)
    request.mayAct()
    let published: Resume & { postId: string }
    try {
      const { id } = await posting.publish(caller, previous.container, { signal: request.signal })
      published = { ...resume, postId: id }
    } catch (thrown) {
      const outcome = words.outcome(thrown, access.account.username)
      switch (outcome.kind) {
        case 'unknown':
          return lost(resume)
        case 'unsent':
          return { kind: 'working', seconds: LOOK_AGAIN_SECONDS, detail: `${label} cannot be reached right now.`, resume: previous }
        case 'wait':
          return { kind: 'working', seconds: outcome.seconds, detail: `${label} is limiting requests for now.`, resume: previous }
        case 'account':
        case 'refused':
          return refusedOrThrow(thrown, access)
      }
    }
    await request.saveResume(published)
    return withAddress(caller, request, published)
  }

  const lost = (resume: Resume): AdvanceOutcome => ({
    kind: 'working',
    seconds: LOOK_AGAIN_SECONDS,
    detail: `The answer was lost. Looking for the post on ${label}.`,
    resume,
  })

  /** The post of this order among the account's newest: the one with its text since it was accepted. Null when none or several could be it. */
  async function findPost(caller: MetaCaller, request: AcceptedRequest<Options>) {
    const text = postFields(request)[network.fields.text] ?? ''
    const posts = await posting.newest(caller, { signal: request.signal })
    const [match, ...more] = posts.filter((post) => post.text === text && isSince(post.at, request.age))
    return match !== undefined && more.length === 0 ? match : null
  }

  async function foundPublished(caller: MetaCaller, request: AcceptedRequest<Options>): Promise<AdvanceOutcome> {
    const match = await findPost(caller, request).catch((thrown: unknown) => {
      // The post is public: that its address is not found changes nothing.
      if (thrown instanceof PlatformError && thrown.fault === 'refused') return null
      throw thrown
    })
    return { kind: 'done', url: match?.url ?? null }
  }

  async function withAddress(caller: MetaCaller, request: AcceptedRequest<Options>, { postId, publishedAt }: Resume & { postId: string }) {
    try {
      return { kind: 'done' as const, url: await posting.urlOf(caller, postId, { signal: request.signal }) }
    } catch (thrown) {
      const isLate = request.age - (publishedAt ?? 0) > ADDRESS_WITHIN_SECONDS
      if (!(thrown instanceof PlatformError) || (thrown.fault !== 'refused' && !isLate)) throw thrown
      return { kind: 'done' as const, url: null }
    }
  }

  function working(request: AcceptedRequest<Options>, resume?: Resume): AdvanceOutcome {
    return { kind: 'working', seconds: pollAgain(request.age), detail: `${label} is processing it.`, ...(resume && { resume }) }
  }

  function failed({ account }: AccountAccess, code: string): AdvanceOutcome {
    return { kind: 'failed', ...words.failure(code, account.username) }
  }

  /** Any other error is thrown, and the step repeated later. */
  function refusedOrThrow(thrown: unknown, { account }: AccountAccess): AdvanceOutcome {
    const outcome = words.outcome(thrown, account.username)
    if (outcome.kind !== 'refused') throw thrown
    const { code, message, fixHref } = outcome
    return { kind: 'failed', problem: { code, message, fixHref }, retryReason: null }
  }

  return {
    label,
    startsPerMinute: null,
    pulls: () => true,
    start,
    lookUp: async () => ({ kind: 'absent' }),
    advance,
  }
}

/** Instagram's code of a container that was not published within a day. */
const EXPIRED = '2207020'

/** The network's clock may differ from ours by so much, in milliseconds. */
const CLOCKS_DIFFER_MS = 120_000

/** Whether a post of the network appeared since the order was accepted. A time that can't be read counts. */
function isSince(at: number, age: number): boolean {
  return Number.isNaN(at) || at >= databaseNow() - age * 1000 - CLOCKS_DIFFER_MS
}

function callerOf({ tokens, account }: AccountAccess): MetaCaller {
  return { token: tokens.access, accountId: account.accountId }
}

function pollAgain(age: number): number {
  return POLLS.find(([youngerThan]) => age < youngerThan)?.[1] ?? POLL_LATE_SECONDS
}
