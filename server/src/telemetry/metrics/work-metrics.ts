import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { on } from '../telemetry.ts'

/** Seconds: calls of people, from a row read to a provider that thinks. */
const CALL_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]
/** Seconds: what is drawn, written or done in the background. */
const WORK_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180]
/** Seconds that a post is late. */
const LATE_SECONDS = [0.5, 1, 2, 5, 15, 60, 300, 900, 3600]
/** A method that is none of these has no route. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Counts what this process does, until what it gives back is called. */
export function countWork(registry: Registry): () => void {
  const registers = [registry]
  return together([countRequests(registers), countSlideshows(registers), countLines(registers), countBackground(registers)])
}

type Registers = Registry[]

function together(ends: (() => void)[]): () => void {
  return () => ends.forEach((end) => end())
}

interface Timed<Label extends string> {
  name: string
  help: string
  labelNames?: readonly Label[]
}

/** How long work takes that is drawn, written or done in the background. */
function workSeconds<Label extends string>(registers: Registers, timed: Timed<Label>): Histogram<Label> {
  return new Histogram({ ...timed, buckets: WORK_SECONDS, registers })
}

function countRequests(registers: Registers): () => void {
  const requests = new Histogram({
    name: 'ninesixteen_http_request_seconds',
    help: 'Requests by the pattern of their route, until their answer began.',
    labelNames: ['method', 'route', 'status'],
    buckets: CALL_SECONDS,
    registers,
  })
  const streams = new Gauge({ name: 'ninesixteen_event_streams', help: 'Pages that follow events.', registers })
  return together([
    on('request', ({ method, route, status, seconds }) => {
      const labels = { method: METHODS.includes(method) ? method : 'other', route, status: `${Math.floor(status / 100)}xx` }
      requests.observe(labels, seconds)
    }),
    on('stream', ({ change }) => streams.inc(change)),
  ])
}

function countSlideshows(registers: Registers): () => void {
  const begun = new Counter({ name: 'ninesixteen_generations_begun_total', help: 'Slideshows that were begun to be written.', registers })
  const ended = new Counter({
    name: 'ninesixteen_generations_ended_total',
    help: 'Slideshows whose writing ended, by how: done, or the code of what cut them short.',
    labelNames: ['outcome'],
    registers,
  })
  const whole = workSeconds(registers, { name: 'ninesixteen_generation_seconds', help: 'Writing of a whole slideshow.' })
  const first = workSeconds(registers, {
    name: 'ninesixteen_generation_first_slide_seconds',
    help: 'From the order of a slideshow to its first slide.',
  })
  const tokens = new Counter({
    name: 'ninesixteen_ai_tokens_total',
    help: 'Tokens that the AI read and wrote, on the instance’s key or on a person’s own.',
    labelNames: ['direction', 'key'],
    registers,
  })
  for (const direction of ['read', 'written']) for (const key of ['instance', 'person']) tokens.inc({ direction, key }, 0)
  ended.inc({ outcome: 'done' }, 0)
  return together([
    on('generation-begun', () => begun.inc()),
    on('generation-ended', ({ outcome, seconds }) => {
      ended.inc({ outcome })
      whole.observe(seconds)
    }),
    on('first-slide', ({ seconds }) => first.observe(seconds)),
    on('tokens', ({ read, written, key }) => {
      tokens.inc({ direction: 'read', key }, read)
      tokens.inc({ direction: 'written', key }, written)
    }),
  ])
}

function countLines(registers: Registers): () => void {
  const of = { labelNames: ['queue'] as const, registers }
  const waiting = new Gauge({ name: 'ninesixteen_queue_waiting', help: 'Pieces of work that wait for their turn.', ...of })
  const people = new Gauge({ name: 'ninesixteen_queue_people_waiting', help: 'People whose work waits for its turn.', ...of })
  const held = new Gauge({ name: 'ninesixteen_queue_places_held', help: 'Places that are taken.', ...of })
  const refused = new Counter({
    name: 'ninesixteen_queue_refused_total',
    help: 'Work that was sent away because too much waits, of one person (RATE_LIMITED) or of all (BUSY).',
    labelNames: ['queue', 'code'],
    registers,
  })
  const renders = workSeconds(registers, {
    name: 'ninesixteen_render_seconds',
    help: 'Covers, pictures and videos that the server drew, with the wait for their turn.',
    labelNames: ['kind', 'outcome'],
  })
  return together([
    on('queue', ({ queue, ...now }) => {
      waiting.set({ queue }, now.waiting)
      people.set({ queue }, now.people)
      held.set({ queue }, now.held)
    }),
    on('queue-refusal', (labels) => refused.inc({ ...labels })),
    on('render', ({ kind, outcome, seconds }) => renders.observe({ kind, outcome }, seconds)),
  ])
}

function countBackground(registers: Registers): () => void {
  const posts = new Counter({
    name: 'ninesixteen_posts_total',
    help: 'Posts that were begun to be sent, and those that came to an end, by platform and by what became of them.',
    labelNames: ['platform', 'became'],
    registers,
  })
  const lateness = new Histogram({
    name: 'ninesixteen_post_lateness_seconds',
    help: 'How late posts were first sent.',
    labelNames: ['platform'],
    buckets: LATE_SECONDS,
    registers,
  })
  const jobs = workSeconds(registers, {
    name: 'ninesixteen_job_seconds',
    help: 'Background jobs that were done or failed in this process.',
    labelNames: ['job', 'outcome'],
  })
  const mails = new Counter({
    name: 'ninesixteen_mails_total',
    help: 'Mails that were tried: sent, or tried again, refused, dropped, or of unknown fate.',
    labelNames: ['became'],
    registers,
  })
  return together([
    on('post', (labels) => posts.inc({ ...labels })),
    on('post-lateness', ({ platform, seconds }) => lateness.observe({ platform }, seconds)),
    on('job', ({ job, outcome, seconds }) => jobs.observe({ job, outcome }, seconds)),
    on('mail', (labels) => mails.inc({ ...labels })),
  ])
}
