import { z } from 'zod'
import { postingCall, type CallLimits } from '../../posting-call.ts'
import type { PostingFetches } from '../../posting-fetches.ts'
import type { ContainerFields, MetaNetwork, MetaSettings } from '../network.ts'
import { graphId, readGraph } from '../response.ts'

/** The state of a container. `expired`: it was not published within a day. */
export type ContainerState = 'working' | 'ready' | 'published' | 'expired' | 'failed'

const STATES: Readonly<Record<string, ContainerState>> = {
  FINISHED: 'ready',
  PUBLISHED: 'published',
  EXPIRED: 'expired',
  ERROR: 'failed',
}

export interface Container {
  state: ContainerState
  /** The network's code of what went wrong; empty without one. */
  failure: string
}

export interface PublishedPost {
  id: string
  text: string
  /** Milliseconds since 1970, by the network's clock. */
  at: number
  url: string | null
  /** How many images or videos it has; null where the network doesn't say. */
  files: number | null
}

export interface PublishingLimit {
  used: number
  /** Posts within 24 hours. */
  most: number
}

export interface AccountFacts {
  /** Whether the network lets such an account publish. */
  mayPublish: boolean
  limit: PublishingLimit
}

/** Whose token it is, and the account's id in paths. */
export interface MetaCaller {
  token: string
  accountId: string
}

/** Client of the publishing API. Throws only PlatformError, which says whether anything was sent. */
export interface MetaPosting {
  /** Makes a container, which only our application knows. Two calls make two. */
  create(caller: MetaCaller, fields: ContainerFields, bounds?: CallLimits): Promise<{ id: string }>
  container(caller: MetaCaller, id: string, bounds?: CallLimits): Promise<Container>
  /** Makes a container's post public. */
  publish(caller: MetaCaller, containerId: string, bounds?: CallLimits): Promise<{ id: string }>
  /** The address of a post; null where the network gives none. */
  urlOf(caller: MetaCaller, postId: string, bounds?: CallLimits): Promise<string | null>
  /** The account's newest posts. */
  newest(caller: MetaCaller, bounds?: CallLimits): Promise<PublishedPost[]>
  facts(caller: MetaCaller, bounds?: CallLimits): Promise<AccountFacts>
}

const createdSchema = z.object({ id: graphId })
const address = z
  .url({ protocol: /^https?$/ })
  .nullish()
  .catch(null)
const permalinkSchema = z.object({ permalink: address })
const count = z.number().int().nonnegative()
const text = z.string().nullish()
/** A failure has its code within a sentence: `Error: Media upload has failed with error code 2207052`. */
const FAILURE_CODE = /\b\d{7}\b|\b[A-Z]+(?:_[A-Z]+)+\b/

/** Both networks' name of a post of several files. */
const CAROUSEL = 'CAROUSEL_ALBUM'

/** Instagram's name of an account that can't publish. */
const PERSONAL = 'PERSONAL'

export function createMetaPosting(network: MetaNetwork, { apiUrl }: MetaSettings, { read, write }: PostingFetches): MetaPosting {
  const { paths, fields, version, user, postsADay } = network
  const base = `${apiUrl}${version}`
  const headersOf = ({ token }: MetaCaller) => ({ authorization: `Bearer ${token}` })

  function get<T>(caller: MetaCaller, path: string, { schema, ...limits }: CallLimits & { schema: z.ZodType<T> }): Promise<T> {
    return postingCall(limits, async (signal) => readGraph(await read(`${base}/${path}`, { headers: headersOf(caller), signal }), schema))
  }

  function post(caller: MetaCaller, path: string, { form, ...limits }: CallLimits & { form: ContainerFields }): Promise<{ id: string }> {
    return postingCall(limits, async (signal) => {
      const sent = { method: 'POST', headers: headersOf(caller), body: new URLSearchParams(form), signal }
      return readGraph(await write(`${base}/${caller.accountId}/${path}`, sent), createdSchema)
    })
  }

  const postSchema = z
    .looseObject({
      id: graphId,
      timestamp: text,
      permalink: address,
      media_type: text,
      children: z.object({ data: z.array(z.unknown()) }).nullish(),
    })
    .transform(({ id, timestamp, permalink, media_type: type, children, ...more }): PublishedPost => {
      const said = more[fields.text]
      const files = type === CAROUSEL ? (children?.data.length ?? null) : 1
      return { id, text: typeof said === 'string' ? said : '', at: Date.parse(timestamp ?? ''), url: permalink ?? null, files }
    })
  const containerSchema = z.object({ [fields.status]: z.string(), [fields.failure]: text })
  const limitSchema = z.object({
    data: z.array(z.looseObject({ [fields.used]: count, [fields.limit]: z.object({ quota_total: count }).nullish() })),
  })

  async function limit(caller: MetaCaller, bounds: CallLimits): Promise<PublishingLimit> {
    const path = `${caller.accountId}/${paths.limit}?fields=${fields.used},${fields.limit}`
    const [response] = (await get(caller, path, { schema: limitSchema, ...bounds })).data
    const config = response?.[fields.limit] as { quota_total: number } | null | undefined
    return { used: Number(response?.[fields.used] ?? 0), most: config?.quota_total ?? postsADay }
  }

  async function mayPublish(caller: MetaCaller, bounds: CallLimits): Promise<boolean> {
    if (user.type === null) return true
    const schema = z.looseObject({ [user.type]: text })
    const profile = await get(caller, `me?fields=${user.type}`, { schema, ...bounds })
    return profile[user.type] !== PERSONAL
  }

  return {
    create: (caller, form, bounds = {}) => post(caller, paths.containers, { form, ...bounds }),
    async container(caller, id, bounds = {}) {
      const path = `${encodeURIComponent(id)}?fields=${fields.status},${fields.failure}`
      const response = await get(caller, path, { schema: containerSchema, ...bounds })
      const [failure = ''] = FAILURE_CODE.exec(response[fields.failure] ?? '') ?? []
      return { state: STATES[response[fields.status] ?? ''] ?? 'working', failure: network.failures[failure] ?? failure }
    },
    publish: (caller, containerId, bounds = {}) => post(caller, paths.publish, { form: { creation_id: containerId }, ...bounds }),
    async urlOf(caller, postId, bounds = {}) {
      const { permalink } = await get(caller, `${encodeURIComponent(postId)}?fields=permalink`, { schema: permalinkSchema, ...bounds })
      return permalink ?? null
    },
    async newest(caller, bounds = {}) {
      const path = `${caller.accountId}/${paths.posts}?fields=id,${fields.text},timestamp,permalink,media_type,children`
      return (await get(caller, path, { schema: z.object({ data: z.array(postSchema) }), ...bounds })).data
    },
    async facts(caller, bounds = {}) {
      return { mayPublish: await mayPublish(caller, bounds), limit: await limit(caller, bounds) }
    },
  }
}
