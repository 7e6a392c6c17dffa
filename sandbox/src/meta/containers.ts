import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../kit/clock.ts'
import { slidingWindow } from '../kit/sliding-window.ts'
import { hashtagsIn, type Live, type LiveFile } from '../published-posts/ledger.ts'
import type { Grant } from './grants.ts'
import type { MetaNetwork } from './networks.ts'
import type { SampleUser } from './users.ts'

export type Placement = 'feed' | 'reel' | 'story'

/** The request for a container. */
export interface Order {
  kind: 'text' | 'image' | 'video' | 'carousel'
  placement: Placement
  isChild: boolean
  /** Where its file is; null for a text and a carousel. */
  url: string | null
  text: string
  alt: string
  isAiGenerated: boolean
  children: Container[]
  /** The request's further parameters. */
  options: Record<string, string>
}

export interface Container extends Order {
  id: string
  grant: Grant
  state: 'IN_PROGRESS' | 'FINISHED' | 'ERROR' | 'PUBLISHED'
  /** The subcode of what went wrong. */
  error: string | null
  file: LiveFile | null
  /** In seconds. */
  createdAt: number
}
export type ContainerStatus = Container['state'] | 'EXPIRED'

/** A published container. */
export interface Media {
  id: string
  container: Container
  /** In milliseconds since 1970, by the sandbox's clock. */
  publishedAt: number
  isRemoved: boolean
}

/** Containers that were not published after a day are gone. */
const LIFE_SECONDS = 86_400
const DAY = 86_400
/** Posts that are remembered, and containers: a carousel has up to 21. */
const POSTS_KEPT = 20_000
const CONTAINERS_KEPT = 100_000

export interface ContainerRules {
  /** False lifts all limits, for benches. */
  limited: boolean
  postsADay: number
  containersADay: number
}

interface ContainersParts {
  network: MetaNetwork
  clock: Clock
  live: Live
  settings: ContainerRules
}

/** All containers and posts, in memory. The sandbox never prevents duplicates: a FINISHED container that is published twice becomes two posts. */
export function createContainers({ network, clock, live, settings }: ContainersParts) {
  const containers = new Map<string, Container>()
  const media = new Map<string, Media>()
  const published = slidingWindow(clock, { limit: () => (settings.limited ? settings.postsADay : Infinity), seconds: DAY })
  const created = slidingWindow(clock, { limit: () => (settings.limited ? settings.containersADay : Infinity), seconds: DAY })
  // From the time on: the product remembers the ids of a sandbox that was restarted.
  let lastId = 17_900_000_000_000_000n + BigInt(Date.now())
  const nextId = () => String((lastId += 1_000_003n))

  const comeOut = (id: string, container: Container) => {
    // After a reset, work in progress is not published.
    if (containers.get(container.id) !== container) return
    container.state = 'PUBLISHED'
    media.set(id, { id, container, publishedAt: clock.now(), isRemoved: false })
    dropOldest(media, POSTS_KEPT)
    live.add(liveForm(network, id, container))
  }

  return {
    /** False when the user has created too many within a day. */
    mayCreate: ({ user }: Grant) => created.take(user.id),
    add(grant: Grant, order: Order): Container {
      const container: Container = {
        ...order,
        id: nextId(),
        grant,
        state: 'IN_PROGRESS',
        error: null,
        file: null,
        createdAt: clock.seconds(),
      }
      containers.set(container.id, container)
      dropOldest(containers, CONTAINERS_KEPT)
      return container
    },
    /** Only the account that created a container can see it. */
    find(id: string, { user }: Grant): Container | undefined {
      const container = containers.get(id)
      return container?.grant.user === user ? container : undefined
    },
    statusOf: (container: Container): ContainerStatus => {
      const isOld = container.createdAt + LIFE_SECONDS <= clock.seconds()
      return isOld && container.state !== 'PUBLISHED' ? 'EXPIRED' : container.state
    },
    finish(container: Container, error: string | null): void {
      container.state = error === null ? 'FINISHED' : 'ERROR'
      container.error = error
    },
    /** False when the user has published too many within a day. */
    mayPublish: ({ user }: Grant) => published.take(user.id),
    used: ({ user }: Grant) => (settings.limited ? settings.postsADay - published.left(user.id) : 0),
    /** The id of the post, which appears after this delay. */
    publish(container: Container, delayMs: number): string {
      const id = nextId()
      if (delayMs === 0) comeOut(id, container)
      else void wait(delayMs, undefined, { ref: false }).then(() => comeOut(id, container))
      return id
    },
    findMedia: (id: string): Media | undefined => {
      const post = media.get(id)
      return post?.isRemoved ? undefined : post
    },
    /** A user's posts, newest first. */
    mediaOf: (user: SampleUser): Media[] =>
      [...media.values()].filter(({ container, isRemoved }) => container.grant.user === user && !isRemoved).toReversed(),
    /** As if its author deleted it in the app. */
    remove(post: Media): void {
      post.isRemoved = true
      live.changed()
    },
    /** For tests: everything that was sent. */
    list: () => ({
      containers: [...containers.values()].map(plain),
      posts: [...media.values()].map(({ container, ...post }) => ({ ...post, container: container.id })),
    }),
    reset() {
      containers.clear()
      media.clear()
      published.clear()
      created.clear()
    },
  }
}
export type Containers = ReturnType<typeof createContainers>

function dropOldest(entries: Map<string, unknown>, most: number): void {
  const [oldest] = entries.keys()
  if (entries.size > most && oldest !== undefined) entries.delete(oldest)
}

function plain({ grant, children, ...container }: Container) {
  return { ...container, account: grant.user.id, clientKey: grant.clientKey, children: children.map(({ id }) => id) }
}

/** The files of a post with their alternative texts, in order. */
export function filesOf(container: Container): LiveFile[] {
  const parts = container.kind === 'carousel' ? container.children : [container]
  return parts.flatMap(({ file, alt }) => (file ? [{ ...file, ...(alt && { alt }) }] : []))
}

function liveForm(network: MetaNetwork, id: string, container: Container) {
  return {
    platform: network.id,
    account: container.grant.user.id,
    blog: null,
    id,
    publishId: container.id,
    title: '',
    description: network.textField === 'caption' ? container.text : '',
    text: network.textField === 'text' ? container.text : '',
    tags: hashtagsIn(container.text),
    audience: 'everyone' as const,
    files: filesOf(container),
    slug: null,
  }
}
