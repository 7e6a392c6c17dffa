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
 * How long a post may still appear after the response to its publication was lost, in seconds. Meta answers a publication with the post's id, so it
 * publishes within the request; its pages recommend to ask for the container's status for five minutes at most.
 */
const APPEARS_WITHIN_SECONDS = 300
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
  /** The same for the first time. */
  firstPublishedAt: z.number().nullable().default(null),
  /** The text that it was asked to be published with; null before, and in older states. */
  text: z.string().nullable().default(null),
  /** The post's id, once the network has said it. */
  postId: z.string().nullable().default(null),
})
type Resume = z.infer<typeof resumeSchema>

/**
 * Publishes in steps: a container for each file, a container for a carousel, then the one request that makes it public. Containers are invisible and
 * vanish within a day, so a lost `start` can always be repeated. The container to publish is stored before it is published; what became of a lost
 * publication is its state, as Meta documents under "Container publishing status" (Instagram, Content Publishing) and "Publishing Does Not Return a
 * Media ID" (Threads, Troubleshooting): FINISHED is ready to be published, PUBLISHED has been published. The list of posts can only contradict it.
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
        return foundPublished(caller, request, resume)
      case 'working':
        return working(request, resume)
      case 'expired':
      case 'failed':
        return failed(access, state === 'expired' ? EXPIRED : failure)
      case 'ready': {
        const requestedAt = resume.publishedAt
        if (requestedAt === null)
          return (await isContested(request))
            ? lookAgain(resume, 'Waiting for an earlier post with the same text.')
            : makePublic(access, request, resume)
        if (request.age - requestedAt < APPEARS_WITHIN_SECONDS) return lost(resume)
        // A post that looks like this one, is no other attempt's, and contradicts the container: only the user can tell.
        if ((await candidates(caller, request, resume)).length > 0) return { kind: 'unclear' }
        return makePublic(access, request, resume)
      }
    }
  }

  async function makePublic(
    access: AccountAccess,
    request: AcceptedRequest<Options>,
    previous: Resume & { container: string },
  ): Promise<AdvanceOutcome> {
    const firstPublishedAt = previous.firstPublishedAt ?? previous.publishedAt ?? request.age
    const resume = { ...previous, publishedAt: request.age, firstPublishedAt, text: textOf(request) }
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
          throw thrown
        case 'refused': {
          // Instagram also answers so to a post that it has published.
          const { state } = await posting.container(caller, resume.container, { signal: request.signal })
          return state === 'published' ? foundPublished(caller, request, resume) : refusedOrThrow(thrown, access)
        }
      }
    }
    await request.saveResume(published)
    return withAddress(caller, request, published)
  }

  const lookAgain = (resume: Resume, detail: string): AdvanceOutcome => ({ kind: 'working', seconds: LOOK_AGAIN_SECONDS, detail, resume })
  const lost = (resume: Resume) => lookAgain(resume, `The answer was lost. Looking for the post on ${label}.`)

  const textOf = (request: PublishRequest<Options>): string => postFields(request)[network.fields.text] ?? ''

  /** Whether another post of the account with the same text may be public or not: once both are, nothing tells which is which. */
  async function isContested(request: AcceptedRequest<Options>): Promise<boolean> {
    const open = (await request.openAttempts()).map((other) => resumeSchema.parse(other))
    return open.some(
      ({ publishedAt, postId, text }) => publishedAt !== null && postId === null && (text === null || text === textOf(request)),
    )
  }

  /**
   * The account's newest posts that can be this one: those with its text and number of files, since it was first asked to be published, that are no
   * other attempt's. A story is in none of them.
   */
  async function candidates(caller: MetaCaller, request: AcceptedRequest<Options>, { items, firstPublishedAt }: Resume) {
    if (!network.hasTexts(request.options)) return []
    const text = textOf(request)
    const count = Math.max(1, items.length)
    const posts = (await posting.newest(caller, { signal: request.signal })).filter(
      (post) => post.text === text && (post.files ?? count) === count && isSince(post.at, request.age - (firstPublishedAt ?? 0)),
    )
    const others = await request.idsOfOtherAttempts(posts.map(({ id }) => id))
    return posts.filter(({ id }) => !others.has(id))
  }

  /** The container is public: that its post is not found changes nothing. */
  async function foundPublished(caller: MetaCaller, request: AcceptedRequest<Options>, resume: Resume): Promise<AdvanceOutcome> {
    const [match, another] = await candidates(caller, request, resume).catch((thrown: unknown) => {
      if (thrown instanceof PlatformError && thrown.fault === 'refused') return []
      throw thrown
    })
    return match && !another ? { kind: 'done', url: match.url, remoteId: match.id } : { kind: 'done', url: null }
  }

  async function withAddress(caller: MetaCaller, request: AcceptedRequest<Options>, { postId, publishedAt }: Resume & { postId: string }) {
    try {
      return { kind: 'done' as const, remoteId: postId, url: await posting.urlOf(caller, postId, { signal: request.signal }) }
    } catch (thrown) {
      const isLate = request.age - (publishedAt ?? 0) > ADDRESS_WITHIN_SECONDS
      if (!(thrown instanceof PlatformError) || (thrown.fault !== 'refused' && !isLate)) throw thrown
      return { kind: 'done' as const, remoteId: postId, url: null }
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
    mayBePublic({ remoteId, resume }) {
      const state = resumeSchema.safeParse(resume ?? {})
      return remoteId !== null && (!state.success || state.data.publishedAt !== null)
    },
  }
}

/** Instagram's code of a container that was not published within a day. */
const EXPIRED = '2207020'

/** The network's clock may differ from ours by so much, in milliseconds. */
const CLOCKS_DIFFER_MS = 120_000

/** Whether a post of the network appeared within these seconds. A time that can't be read counts. */
function isSince(at: number, seconds: number): boolean {
  return Number.isNaN(at) || at >= databaseNow() - seconds * 1000 - CLOCKS_DIFFER_MS
}

function callerOf({ tokens, account }: AccountAccess): MetaCaller {
  return { token: tokens.access, accountId: account.accountId }
}

function pollAgain(age: number): number {
  return POLLS.find(([youngerThan]) => age < youngerThan)?.[1] ?? POLL_LATE_SECONDS
}
