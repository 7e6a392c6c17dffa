import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { on } from '../telemetry.ts'

/** Buckets in seconds for requests, from a row read to a slow AI provider. */
const CALL_SECONDS = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30]
/** Buckets in seconds for rendering, generation and background jobs. */
const WORK_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180]
/** Buckets in seconds for the lateness of posts. */
const LATE_SECONDS = [0.5, 1, 2, 5, 15, 60, 300, 900, 3600]
/** Any other method has no route. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Counts the work of this process; returns the function that stops it. */
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

/** A histogram of the duration of rendering, generation or background jobs. */
function workSeconds<Label extends string>(registers: Registers, timed: Timed<Label>): Histogram<Label> {
  return new Histogram({ ...timed, buckets: WORK_SECONDS, registers })
}

function countRequests(registers: Registers): () => void {
  const requests = new Histogram({
    name: 'ninesixteen_http_request_seconds',
    help: 'Requests by route pattern, timed until the response began.',
    labelNames: ['method', 'route', 'status'],
    buckets: CALL_SECONDS,
    registers,
  })
  const streams = new Gauge({ name: 'ninesixteen_event_streams', help: 'Open event streams.', registers })
  return together([
    on('request', ({ method, route, status, seconds }) => {
      const labels = { method: METHODS.includes(method) ? method : 'other', route, status: `${Math.floor(status / 100)}xx` }
      requests.observe(labels, seconds)
    }),
    on('stream', ({ change }) => streams.inc(change)),
  ])
}

function countSlideshows(registers: Registers): () => void {
  const started = new Counter({ name: 'ninesixteen_generations_begun_total', help: 'Generations that started.', registers })
  const ended = new Counter({
    name: 'ninesixteen_generations_ended_total',
    help: 'Generations that ended, by outcome: done, or the error code.',
    labelNames: ['outcome'],
    registers,
  })
  const total = workSeconds(registers, { name: 'ninesixteen_generation_seconds', help: 'Duration of a generation.' })
  const first = workSeconds(registers, {
    name: 'ninesixteen_generation_first_slide_seconds',
    help: 'Time from the request to the first slide of a generation.',
  })
  const tokens = new Counter({
    name: 'ninesixteen_ai_tokens_total',
    help: 'AI tokens read and written, on the key of the instance or of a user.',
    labelNames: ['direction', 'key'],
    registers,
  })
  for (const direction of ['read', 'written']) for (const key of ['instance', 'person']) tokens.inc({ direction, key }, 0)
  ended.inc({ outcome: 'done' }, 0)
  return together([
    on('generation-begun', () => started.inc()),
    on('generation-ended', ({ outcome, seconds }) => {
      ended.inc({ outcome })
      total.observe(seconds)
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
  const waiting = new Gauge({ name: 'ninesixteen_queue_waiting', help: 'Queued tasks.', ...of })
  const waitingUsers = new Gauge({ name: 'ninesixteen_queue_people_waiting', help: 'Users with queued tasks.', ...of })
  const held = new Gauge({ name: 'ninesixteen_queue_places_held', help: 'Places in use.', ...of })
  const refused = new Counter({
    name: 'ninesixteen_queue_refused_total',
    help: 'Tasks rejected by a full queue, of one user (RATE_LIMITED) or in total (BUSY).',
    labelNames: ['queue', 'code'],
    registers,
  })
  const renders = workSeconds(registers, {
    name: 'ninesixteen_render_seconds',
    help: 'Covers, images and videos that the server rendered, including the wait in the queue.',
    labelNames: ['kind', 'outcome'],
  })
  return together([
    on('queue', ({ queue, ...now }) => {
      waiting.set({ queue }, now.waiting)
      waitingUsers.set({ queue }, now.users)
      held.set({ queue }, now.held)
    }),
    on('queue-refusal', (labels) => refused.inc({ ...labels })),
    on('render', ({ kind, outcome, seconds }) => renders.observe({ kind, outcome }, seconds)),
  ])
}

function countBackground(registers: Registers): () => void {
  const posts = new Counter({
    name: 'ninesixteen_posts_total',
    help: 'Posts that were started and that ended, by platform and outcome.',
    labelNames: ['platform', 'became'],
    registers,
  })
  const lateness = new Histogram({
    name: 'ninesixteen_post_lateness_seconds',
    help: 'Delay between scheduled time and first attempt.',
    labelNames: ['platform'],
    buckets: LATE_SECONDS,
    registers,
  })
  const jobs = workSeconds(registers, {
    name: 'ninesixteen_job_seconds',
    help: 'Background jobs that ran in this process, by outcome.',
    labelNames: ['job', 'outcome'],
  })
  const mails = new Counter({
    name: 'ninesixteen_mails_total',
    help: 'Attempted mails by outcome: sent, to be retried, refused, dropped, or unknown.',
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
