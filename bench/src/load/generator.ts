// node generator.ts: reads a plan from its standard input, sends its calls at an even pace, and prints what became of them.
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { addressOf, type BenchUser, type LoadOutcome, type LoadPlan, PASSWORD, planSchema, tenSlides } from './plan.ts'

interface Call {
  method: 'GET' | 'PUT' | 'POST'
  path: string
  person: BenchUser
  body?: string
}

interface Sent {
  status: number
  body: Buffer
  retryAfter: boolean
}

/** The mix, per ten requests: five lists and four slideshows in turn, and one save. */
const SAVE_EVERY = 10

const PUBLIC_API = '/api/public/v1'

const agent = new Agent({ keepAlive: true, maxSockets: 1200 })

function send(origin: string, { method, path, person: user, body }: Call): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const isForPrograms = path.startsWith(PUBLIC_API)
    const headers: Record<string, string | number> = { 'accept-encoding': 'gzip', 'x-forwarded-for': addressOf(user.email) }
    if (isForPrograms) headers['authorization'] = `Bearer ${user.key}`
    else headers['cookie'] = user.cookie
    if (body !== undefined) {
      headers['content-type'] = 'application/json'
      headers['content-length'] = Buffer.byteLength(body)
      if (isForPrograms) headers['idempotency-key'] = crypto.randomUUID()
      else {
        headers['origin'] = origin
        headers['x-ninesixteen-user'] = user.id
      }
    }
    const call = request(origin + path, { method, headers, agent }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(parts), retryAfter: 'retry-after' in answer.headers }),
      )
    })
    call.on('error', reject)
    call.end(body)
  })
}

/** Users with a save in progress: a second save of the same version would conflict with it. */
const saving = new Set<BenchUser>()

/** Per twenty requests of programs: nine lists, nine slideshows and two checks of posts. Once in 200, a draft replaces a check. */
function nextProgramCall(user: BenchUser, number: number): Call {
  // In an order that spreads them over the second.
  const [turn, isDraft] = [(number * 7) % 20, number % 200 === 17]
  const id = user.projects.at(-1)?.id
  if (turn >= 18) {
    const order = { slideshow_id: id, targets: [user.target] }
    return { method: 'POST', path: `${PUBLIC_API}/posts${isDraft ? '' : '/check'}`, person: user, body: JSON.stringify(order) }
  }
  const lists = ['/slideshows', '/posts', '/companies', '/accounts']
  return { method: 'GET', path: PUBLIC_API + (turn % 2 === 0 ? (lists[(turn / 2) % 4] ?? '') : `/slideshows/${id}`), person: user }
}

function nextCall(plan: LoadPlan, number: number): Call {
  const user = plan.users[number % plan.users.length] as BenchUser
  if (plan.kind === 'public-api') return nextProgramCall(user, number)
  if (plan.kind === 'renders') {
    const path = `${PUBLIC_API}/slideshows/${user.projects.at(-1)?.id}/slides/${number % 10}/render?type=jpeg`
    return { method: 'GET', path, person: user }
  }
  const [project] = user.projects
  if (plan.kind === 'sign-ins')
    return {
      method: 'POST',
      path: '/api/auth/sign-in/email',
      person: user,
      body: JSON.stringify({ email: user.email, password: PASSWORD }),
    }
  if (plan.kind === 'mix' && number % SAVE_EVERY === SAVE_EVERY - 1 && project && !saving.has(user)) {
    const body = JSON.stringify({ version: project.version, saveId: crypto.randomUUID(), slides: tenSlides(number) })
    return { method: 'PUT', path: `/api/v1/projects/${project.id}`, person: user, body }
  }
  const isList = plan.kind === 'lists' || number % 2 === 0
  return { method: 'GET', path: isList ? '/api/v1/projects' : `/api/v1/projects/${user.projects.at(-1)?.id}`, person: user }
}

async function timed(origin: string, call: Call & { due: number }, outcome: LoadOutcome): Promise<void> {
  const isSave = call.method === 'PUT'
  if (isSave) saving.add(call.person)
  try {
    const { status, body, retryAfter } = await send(origin, call)
    outcome.bytes += body.byteLength
    if (status === 503 && retryAfter) outcome.shed += 1
    else if (status < 200 || status >= 300) count(outcome, `${call.method} ${status} ${body.toString().slice(0, 120)}`)
    else outcome.ms.push(performance.now() - call.due)
    const [project] = call.person.projects
    if (isSave && status === 200 && project) project.version += 1
  } catch (error) {
    count(outcome, error instanceof Error ? error.message : String(error))
  } finally {
    if (isSave) saving.delete(call.person)
  }
}

function count({ failures }: LoadOutcome, name: string): void {
  failures[name] = (failures[name] ?? 0) + 1
}

async function run(plan: LoadPlan): Promise<LoadOutcome> {
  const outcome: LoadOutcome = { ms: [], shed: 0, failures: {}, bytes: 0 }
  const total = Math.round(plan.perSecond * plan.seconds)
  const begun = performance.now() + Math.max(0, (plan.startAt ?? 0) - Date.now())
  const running: Promise<void>[] = []
  const allSent = Promise.withResolvers<void>()
  const ticks = setInterval(() => {
    while (running.length < total) {
      const due = begun + (running.length * 1000) / plan.perSecond
      if (due > performance.now()) return
      running.push(timed(plan.origin, { ...nextCall(plan, running.length), due }, outcome))
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
