// node generator.ts: reads a plan from standard input, sends its requests at an even pace, and prints their outcomes.
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { addressOf, type BenchUser, type LoadOutcome, type LoadPlan, PASSWORD, planSchema, tenSlides } from './plan.ts'

interface LoadRequest {
  method: 'GET' | 'PUT' | 'POST'
  path: string
  user: BenchUser
  body?: string
}

interface LoadResponse {
  status: number
  body: Buffer
  retryAfter: boolean
}

/** The mix: one of ten requests is a save, the others alternate between lists and slideshows. */
const SAVE_EVERY = 10

const PUBLIC_API = '/api/public/v1'

const agent = new Agent({ keepAlive: true, maxSockets: 1200 })

function send(origin: string, { method, path, user, body }: LoadRequest): Promise<LoadResponse> {
  return new Promise((resolve, reject) => {
    const isPublicApi = path.startsWith(PUBLIC_API)
    const headers: Record<string, string | number> = { 'accept-encoding': 'gzip', 'x-forwarded-for': addressOf(user.email) }
    if (isPublicApi) headers['authorization'] = `Bearer ${user.key}`
    else headers['cookie'] = user.cookie
    if (body !== undefined) {
      headers['content-type'] = 'application/json'
      headers['content-length'] = Buffer.byteLength(body)
      if (isPublicApi) headers['idempotency-key'] = crypto.randomUUID()
      else {
        headers['origin'] = origin
        headers['x-ninesixteen-user'] = user.id
      }
    }
    const httpRequest = request(origin + path, { method, headers, agent }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks), retryAfter: 'retry-after' in response.headers }),
      )
    })
    httpRequest.on('error', reject)
    httpRequest.end(body)
  })
}

/** Users with a save in progress: a second save of the same version would conflict with it. */
const saving = new Set<BenchUser>()

/** Per twenty requests to the public API: nine lists, nine slideshows and two checks of posts. Once in 200, a draft replaces a check. */
function nextApiRequest(user: BenchUser, number: number): LoadRequest {
  // This order spreads each kind over the second.
  const [slot, isDraft] = [(number * 7) % 20, number % 200 === 17]
  const id = user.projects.at(-1)?.id
  if (slot >= 18) {
    const post = { slideshow_id: id, targets: [user.target] }
    return { method: 'POST', path: `${PUBLIC_API}/posts${isDraft ? '' : '/check'}`, user, body: JSON.stringify(post) }
  }
  const lists = ['/slideshows', '/posts', '/companies', '/accounts']
  return { method: 'GET', path: PUBLIC_API + (slot % 2 === 0 ? (lists[(slot / 2) % 4] ?? '') : `/slideshows/${id}`), user }
}

function nextRequest(plan: LoadPlan, number: number): LoadRequest {
  const user = plan.users[number % plan.users.length] as BenchUser
  if (plan.kind === 'public-api') return nextApiRequest(user, number)
  if (plan.kind === 'renders') {
    const path = `${PUBLIC_API}/slideshows/${user.projects.at(-1)?.id}/slides/${number % 10}/render?type=jpeg`
    return { method: 'GET', path, user }
  }
  const [project] = user.projects
  if (plan.kind === 'sign-ins')
    return {
      method: 'POST',
      path: '/api/auth/sign-in/email',
      user,
      body: JSON.stringify({ email: user.email, password: PASSWORD }),
    }
  if (plan.kind === 'mix' && number % SAVE_EVERY === SAVE_EVERY - 1 && project && !saving.has(user)) {
    const body = JSON.stringify({ version: project.version, saveId: crypto.randomUUID(), slides: tenSlides(number) })
    return { method: 'PUT', path: `/api/v1/projects/${project.id}`, user, body }
  }
  const isList = plan.kind === 'lists' || number % 2 === 0
  return { method: 'GET', path: isList ? '/api/v1/projects' : `/api/v1/projects/${user.projects.at(-1)?.id}`, user }
}

async function sendTimed(origin: string, loadRequest: LoadRequest & { due: number }, outcome: LoadOutcome): Promise<void> {
  const isSave = loadRequest.method === 'PUT'
  if (isSave) saving.add(loadRequest.user)
  try {
    const { status, body, retryAfter } = await send(origin, loadRequest)
    outcome.bytes += body.byteLength
    if (status === 503 && retryAfter) outcome.shed += 1
    else if (status < 200 || status >= 300) count(outcome, `${loadRequest.method} ${status} ${body.toString().slice(0, 120)}`)
    else outcome.ms.push(performance.now() - loadRequest.due)
    const [project] = loadRequest.user.projects
    if (isSave && status === 200 && project) project.version += 1
  } catch (error) {
    count(outcome, error instanceof Error ? error.message : String(error))
  } finally {
    if (isSave) saving.delete(loadRequest.user)
  }
}

function count({ failures }: LoadOutcome, name: string): void {
  failures[name] = (failures[name] ?? 0) + 1
}

async function run(plan: LoadPlan): Promise<LoadOutcome> {
  const outcome: LoadOutcome = { ms: [], shed: 0, failures: {}, bytes: 0 }
  const total = Math.round(plan.perSecond * plan.seconds)
  const startedAt = performance.now() + Math.max(0, (plan.startAt ?? 0) - Date.now())
  const running: Promise<void>[] = []
  const allSent = Promise.withResolvers<void>()
  const ticks = setInterval(() => {
    while (running.length < total) {
      const due = startedAt + (running.length * 1000) / plan.perSecond
      if (due > performance.now()) return
      running.push(sendTimed(plan.origin, { ...nextRequest(plan, running.length), due }, outcome))
    }
    clearInterval(ticks)
    allSent.resolve()
  }, 1)
  await allSent.promise
  await Promise.all(running)
  agent.destroy()
  return outcome
}

const outcome = await run(planSchema.parse(JSON.parse(await text(process.stdin))))
process.stdout.write(JSON.stringify(outcome))
