import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildSlide } from '@ninesixteen/server/testing/build-slide'
import { Caller } from '@ninesixteen/server/testing/caller'
import { connectOverHttp } from '@ninesixteen/server/testing/connect-over-http'
import { startOwnDatabase } from '@ninesixteen/server/testing/own-database'
import { startTestSandbox } from '@ninesixteen/server/testing/sandbox'
import { startProductProcess, type ProductProcess } from '@ninesixteen/server/testing/start-product-process'
import pg from 'pg'
import { freePort } from '../../product.ts'
import { EMAIL, PASSWORD, type ServerData } from './scenarios.ts'

/** A site whose server is replaced by another one with the same address and database, and a user's account. */
export interface OldSite {
  url: string
  serverData: ServerData
  /** The cookies of a new session for each page. */
  cookies(): Promise<{ name: string; value: string; url: string }[]>
  startServer(options: { folder?: string; webEarlier?: string }): Promise<void>
  stopServer(): Promise<void>
  stop(): Promise<void>
}

/** Starts the site with the server of an earlier release. */
export async function openOldSite(folder: string): Promise<OldSite> {
  const cleanups: (() => Promise<unknown>)[] = []
  const stop = async (): Promise<void> => {
    for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
  }
  try {
    const root = await mkdtemp(join(tmpdir(), 'old-page-'))
    cleanups.push(() => rm(root, { recursive: true, force: true }))
    const database = await startOwnDatabase()
    cleanups.push(database.stop)
    const sandbox = await startTestSandbox()
    cleanups.push(() => sandbox.stop())
    const port = await freePort()
    const url = `http://localhost:${port}`
    const env = {
      DATABASE_URL: database.url,
      SECRET_KEY: randomBytes(32).toString('hex'),
      STORAGE_URL: pathToFileURL(join(root, 'store')).href,
      DATA_DIR: join(root, 'data'),
      PORT: String(port),
      PUBLIC_URL: url,
      TRUST_PROXY: 'true',
      OPERATORS: 'operator@example.org',
      LOG_LEVEL: 'warn',
    }
    let server: ProductProcess | null = null
    const stopServer = async (): Promise<void> => {
      server?.child.kill('SIGTERM')
      await server?.ended
    }
    cleanups.push(stopServer)
    const startServer: OldSite['startServer'] = async (options) => {
      server = startProductProcess({ env, sandboxUrl: sandbox.url, ...options }, url)
      await server.ready
    }
    await startServer({ folder })
    const user = await signUp(url, database.connection)
    return { url, startServer, stopServer, stop, serverData: serverDataOf(user), cookies: () => newSession(url) }
  } catch (error) {
    await stop()
    throw error
  }
}

let callers = 0
/** Each caller has its own IP address, so that they don't share rate limits. */
const createCaller = (url: string) => new Caller(url, { 'x-forwarded-for': `10.9.0.${(callers += 1)}` })

async function signUp(url: string, connection: pg.PoolConfig): Promise<Caller> {
  const caller = createCaller(url)
  const response = await caller.call('POST', '/api/auth/sign-up/email', { email: EMAIL, password: PASSWORD, name: 'Ann' })
  if (response.status !== 200) throw new Error(`Sign-up: ${response.status} ${JSON.stringify(response.body)}`)
  const client = new pg.Client(connection)
  await client.connect()
  await client.query(`set app.system = 'on'; update user_settings set pro_plan = true`)
  await client.end()
  await connectOverHttp(caller)
  return caller
}

async function newSession(url: string): Promise<{ name: string; value: string; url: string }[]> {
  const caller = createCaller(url)
  const { status } = await caller.call('POST', '/api/auth/sign-in/email', { email: EMAIL, password: PASSWORD })
  if (status !== 200) throw new Error(`Sign-in: ${status}`)
  return [...caller.cookies].map(([name, value]) => ({ name, value, url }))
}

interface ListedProject {
  id: string
  title: string
}

function serverDataOf(caller: Caller): ServerData {
  return {
    async createProject(title) {
      const { id } = await caller.buildProject({ title, slides: [buildSlide(title), buildSlide('second')] })
      return id
    },
    async textsOf(title) {
      const { projects } = await caller.api<{ projects: ListedProject[] }>('GET', '/projects')
      const project = projects.find((candidate) => candidate.title.toLowerCase().includes(title))
      if (!project) return []
      const { slides } = await caller.api<{ slides: { textBoxes: { text: string }[] }[] }>('GET', `/projects/${project.id}`)
      return slides.flatMap(({ textBoxes }) => textBoxes.map(({ text }) => text))
    },
    async captions() {
      const { posts } = await caller.api<{ posts: { caption: string }[] }>('GET', '/scheduled-posts')
      return posts.map(({ caption }) => caption)
    },
    async photos() {
      const { items } = await caller.api<{ items: { filename: string }[] }>('GET', '/media/page')
      return items.map(({ filename }) => filename)
    },
  }
}
