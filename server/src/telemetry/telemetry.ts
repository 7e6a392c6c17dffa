import { channel, type Channel } from 'node:diagnostics_channel'

/** The lines in which people wait for scarce places. */
export type QueueName = 'calls' | 'files' | 'sign-ins' | 'passwords' | 'pictures' | 'drawing' | 'videos' | 'films'

/**
 * What is told of the work of this process while it happens, for figures. No person, no text and no address stands in it, and each word in it is one
 * of a few, so that whoever counts counts in a bounded space.
 */
export interface TelemetryEvents {
  /** A request was answered, its stream perhaps not yet ended. `route` is the pattern it was found by. */
  request: { method: string; route: string; status: number; seconds: number }
  /** How a line stands, after each change: pieces of work and the people behind them. */
  queue: { queue: QueueName; waiting: number; people: number; held: number }
  /** Work that was sent away. */
  'queue-refusal': { queue: QueueName; code: string }
  /** A page that follows events came, or left. */
  stream: { change: 1 | -1 }
  'generation-begun': object
  'generation-ended': { outcome: string; seconds: number }
  'first-slide': { seconds: number }
  /** What the AI provider read and wrote for one call, and on whose key. */
  tokens: { read: number; written: number; key: 'instance' | 'person' }
  /** A cover, a picture of a slide or a video was drawn here. */
  render: { kind: 'cover' | 'picture' | 'video'; outcome: Outcome; seconds: number }
  /** A post of a platform was begun to be sent, or came to an end. */
  post: { platform: string; became: string }
  /** By how much a post was late when it was first sent. */
  'post-lateness': { platform: string; seconds: number }
  job: { job: string; outcome: Outcome; seconds: number }
  mail: { became: string }
}

export type Outcome = 'done' | 'failed' | 'left'

const channels = new Map<keyof TelemetryEvents, Channel>()

function channelOf(kind: keyof TelemetryEvents): Channel {
  const known = channels.get(kind) ?? channel(`ninesixteen.${kind}`)
  channels.set(kind, known)
  return known
}

/** Whether anybody would hear it: where telling has to count first. */
export function hasSubscribers(kind: keyof TelemetryEvents): boolean {
  return channelOf(kind).hasSubscribers
}

/** Costs next to nothing while nobody listens. */
export function emit<Kind extends keyof TelemetryEvents>(kind: Kind, facts: TelemetryEvents[Kind]): void {
  const to = channelOf(kind)
  if (to.hasSubscribers) to.publish(facts)
}

/** Listens until what it gives back is called. */
export function on<Kind extends keyof TelemetryEvents>(kind: Kind, listen: (facts: TelemetryEvents[Kind]) => void): () => void {
  const from = channelOf(kind)
  const heard = (facts: unknown): void => listen(facts as TelemetryEvents[Kind])
  from.subscribe(heard)
  return () => {
    from.unsubscribe(heard)
  }
}

export function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1000
}
