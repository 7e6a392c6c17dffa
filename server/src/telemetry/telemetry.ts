import { channel, type Channel } from 'node:diagnostics_channel'
import { AsyncLocalStorage } from 'node:async_hooks'

/** Names of fair queues. */
export type QueueName = 'calls' | 'files' | 'sign-ins' | 'passwords' | 'pictures' | 'fonts' | 'drawing' | 'videos' | 'films'

/**
 * Events about the work of this process, for metrics. They contain no user data, and every label has few values, which limits the memory of
 * metrics.
 */
export interface TelemetryEvents {
  /** A response began; its stream may still be open. `route` is the matched pattern. */
  request: { method: string; route: string; status: number; seconds: number }
  /** State of a queue after each change: queued tasks, their users, and places in use. */
  queue: { queue: QueueName; waiting: number; users: number; held: number }
  /** A rejected task. */
  'queue-refusal': { queue: QueueName; code: string }
  /** An event stream opened or closed. */
  stream: { change: 1 | -1 }
  'generation-begun': object
  'generation-ended': { outcome: string; seconds: number }
  'first-slide': { seconds: number }
  /** AI tokens of one request, and whose key was used. */
  tokens: { read: number; written: number; key: 'instance' | 'person' }
  /** A cover, a slide's image or a video was rendered here. */
  render: { kind: 'cover' | 'picture' | 'video'; outcome: Outcome; seconds: number }
  /** A post was started or ended. */
  post: { platform: string; became: string }
  /** Delay of a post's first attempt. */
  'post-lateness': { platform: string; seconds: number }
  job: { job: string; outcome: Outcome; seconds: number }
  /** An attempt at a run ended. */
  run: { kind: string; outcome: string; seconds: number }
  mail: { became: string }
}

export type Outcome = 'done' | 'failed' | 'left'

const channels = new Map<keyof TelemetryEvents, Channel>()

function channelOf(kind: keyof TelemetryEvents): Channel {
  const existing = channels.get(kind) ?? channel(`ninesixteen.${kind}`)
  channels.set(kind, existing)
  return existing
}

/** Whether there are subscribers: check before computing expensive facts. */
export function hasSubscribers(kind: keyof TelemetryEvents): boolean {
  return channelOf(kind).hasSubscribers
}

/** Costs next to nothing without subscribers. */
export function emit<Kind extends keyof TelemetryEvents>(kind: Kind, facts: TelemetryEvents[Kind]): void {
  const to = channelOf(kind)
  if (to.hasSubscribers) to.publish(facts)
}

/** Subscribes; returns the function that unsubscribes. */
export function on<Kind extends keyof TelemetryEvents>(kind: Kind, listen: (facts: TelemetryEvents[Kind]) => void): () => void {
  const from = channelOf(kind)
  const listener = (facts: unknown): void => listen(facts as TelemetryEvents[Kind])
  from.subscribe(listener)
  return () => {
    from.unsubscribe(listener)
  }
}

export function secondsSince(startedAt: number): number {
  return (performance.now() - startedAt) / 1000
}

const scope = new AsyncLocalStorage<string>()

/** Id of the request that this code runs in or that started it; undefined outside of requests. */
export function currentRequestId(): string | undefined {
  return scope.getStore()
}

/** Runs `work` as part of the request with this id. */
export function runInRequest<T>(id: string, work: () => T): T {
  return scope.run(id, work)
}
