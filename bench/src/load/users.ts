import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { RunningProduct } from '../product.ts'
import { addressOf, PASSWORD, type BenchUser, tenSlides } from './plan.ts'

const CONCURRENT_REQUESTS = 4

/** The private database of a running product, from the socket in its PID file. */
export function privateDatabase(dataDir: string): pg.ClientConfig {
  const lines = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  return { host: lines[4] ?? '', port: Number(lines[3]), user: 'ninesixteen', database: 'postgres' }
}

/** Users with the plan, each signed in once, with some slideshows of ten slides each. */
export async function createUsers(product: RunningProduct, { count, projects }: { count: number; projects: number }): Promise<BenchUser[]> {
  const users: BenchUser[] = []
  await runConcurrently(count, async (number) => void users.push(await signUp(product.origin, `load-${number}@example.com`)))
  const database = new pg.Client(privateDatabase(product.dataDir))
  await database.connect()
  await database.query("set app.system = 'on'; update user_settings set pro_plan = true")
  await database.end()
  await runConcurrently(users.length * projects, async (number) => {
    const user = users[number % users.length]
    if (user) user.projects.push(await createProject(product.origin, user, number))
  })
  return users
}

async function runConcurrently(count: number, work: (number: number) => Promise<void>): Promise<void> {
  let next = 0
  const runNext = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: CONCURRENT_REQUESTS }, runNext))
}

async function signUp(origin: string, email: string): Promise<BenchUser> {
  const response = await fetch(`${origin}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': addressOf(email) },
    body: JSON.stringify({ email, password: PASSWORD, name: 'Load' }),
  })
  if (!response.ok) throw new Error(`Sign-up: ${response.status} ${await response.text()}`)
  const { user } = await response.json()
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { id: user.id, email, cookie: cookies.join('; '), projects: [] }
}

async function createProject(origin: string, { id, cookie }: BenchUser, number: number): Promise<BenchUser['projects'][number]> {
  const project = {
    title: `Slideshow ${number}`,
    topic: 'calm mornings',
    contentType: 'numbered-list',
    contentStyle: 'educational',
    companyId: null,
    slides: tenSlides(number),
  }
  const response = await fetch(`${origin}/api/v1/projects`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, cookie, 'x-ninesixteen-user': id },
    body: JSON.stringify(project),
  })
  if (!response.ok) throw new Error(`A slideshow: ${response.status} ${await response.text()}`)
  return response.json()
}

/** Reads the current version of each user's first slideshow, which the saves of an earlier run have raised. */
export async function refreshVersions(origin: string, users: readonly BenchUser[]): Promise<void> {
  for (const { cookie, projects } of users) {
    const [first] = projects
    if (!first) continue
    const response = await fetch(`${origin}/api/v1/projects/${first.id}`, { headers: { cookie } })
    first.version = (await response.json()).version
  }
}
