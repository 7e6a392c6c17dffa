import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import sharp from 'sharp'
import { afterAll, onTestFinished } from 'vitest'
import type { Company } from '@ninesixteen/shared/api/companies'
import type { UploadedFile, UploadPurpose } from '@ninesixteen/shared/api/media'
import { PERSON_HEADER } from '@ninesixteen/shared/api/person'
import type { Project } from '@ninesixteen/shared/api/projects'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createApp } from '../app.ts'
import { createAuth } from '../auth/auth.ts'
import type { Passwords } from '../auth/passwords.ts'
import { createOffer } from '../billing/price.ts'
import { createPictureCodec } from '../codec/codec.ts'
import { loadConfig, type Config } from '../config.ts'
import { createGoogle } from '../connections/google-drive.ts'
import { createOauthAttempts } from '../connections/oauth-attempts.ts'
import { createListen } from '../db/listen.ts'
import { userSettings } from '../db/schema.ts'
import { createConnections } from '../connections.ts'
import { createDemos } from '../demo/demos.ts'
import { createTrials, type TrialBounds } from '../demo/trials.ts'
import { createGenerations } from '../generator/generations.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createLog } from '../log.ts'
import { createMailer } from '../mail/mailer.ts'
import type { HttpBounds } from '../process/http-bounds.ts'
import { listen } from '../process/listen.ts'
import { createChat } from '../providers/openai/chat.ts'
import { createStripe } from '../providers/stripe/client.ts'
import { createHandOvers } from '../scheduling/hand-over/hand-over.ts'
import { createPlatformQuestions } from '../publishing/platforms/platform-questions.ts'
import { createPublishing, type PublishingServices } from '../publishing/create-publishing.ts'
import type { PublisherParts } from '../publishing/publisher-parts.ts'
import { createSealer } from '../secrets/sealed.ts'
import type { Services } from '../services.ts'
import { openStore } from '../storage/store/open-store.ts'
import { createRemotePictures } from '../storage/pictures/remote-pictures.ts'
import { buildSlide } from './build-slide.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { temporaryFolder } from './temporary-folder.ts'

export { buildSlide }

export interface TestApp {
  /** `http://127.0.0.1:PORT` */
  url: string
  services: Services
  /** Of the test's own database, for processes beside this one. */
  connection: pg.PoolConfig
  dataDir: string
  /** What was logged, at warning or above unless told otherwise. */
  logged: string[]
  /** A signed-in account, with the Pro plan unless told otherwise. */
  buildUser(options?: { pro?: boolean; email?: string }): Promise<TestUser>
  /** A caller without a session. */
  nobody: Caller
}

export interface TestUser extends Caller {
  id: string
  email: string
  password: string
}

export interface Answer<T = unknown> {
  status: number
  headers: Headers
  /** Parsed JSON, or null. */
  body: T
}

const BEGINNING = /^\/api\/auth\/(sign-(in|up)\/|demo$|try$)/

/** Who signed in, by the answer; nobody where an address has to be confirmed first. */
function personOf(answer: unknown): string | null {
  const { token, user } = answer as { token: string | null; user: { id: string } }
  return token === null ? null : user.id
}

/** Makes requests as the product's page does: JSON, with cookies, an origin, and the person it is meant for. */
export class Caller {
  readonly url: string
  readonly cookies = new Map<string, string>()
  /** Whom its calls are meant for: who signed in by it last. */
  person: string | null = null

  readonly #headers: Record<string, string>

  constructor(url: string, headers: Record<string, string> = {}) {
    this.url = url
    this.#headers = headers
  }

  get cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  async fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers({ ...this.#headers, ...Object.fromEntries(new Headers(init.headers)) })
    if (!headers.has('origin')) headers.set('origin', this.url)
    if (this.cookies.size > 0 && !headers.has('cookie')) headers.set('cookie', this.cookieHeader)
    const isMeant = this.person !== null && headers.has('cookie') && !BEGINNING.test(path)
    if (isMeant && !headers.has(PERSON_HEADER)) headers.set(PERSON_HEADER, this.person ?? '')
    const response = await fetch(this.url + path, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) this.#keep(cookie)
    if (response.ok && BEGINNING.test(path)) this.person = personOf(await response.clone().json())
    return response
  }

  /** The same caller, with further headers on every request. */
  sending(headers: Record<string, string>): Caller {
    const caller = new Caller(this.url, headers)
    this.cookies.forEach((value, name) => caller.cookies.set(name, value))
    caller.person = this.person
    return caller
  }

  async call<T = unknown>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    const response = await this.fetch(path, { method, ...json })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : null) as T }
  }

  /** A call of the contract which has to succeed. */
  async api<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, `/api/v1${path}`, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  upload(bytes: Uint8Array, options: { purpose?: UploadPurpose; id?: string; filename?: string } = {}): Promise<Response> {
    const { purpose = 'media', filename = 'photo.jpg' } = options
    const form = new FormData()
    form.set('purpose', purpose)
    if (purpose === 'media') form.set('id', options.id ?? randomUUID())
    form.set('file', new File([new Uint8Array(bytes)], filename))
    return this.fetch('/api/files', { method: 'POST', body: form })
  }

  async buildPicture(purpose: UploadPurpose = 'media'): Promise<UploadedFile> {
    const response = await this.upload(await photo(), { purpose })
    if (response.status !== 201) throw new Error(`Upload: ${response.status} ${await response.text()}`)
    return (await response.json()) as UploadedFile
  }

  buildCompany(name = 'Acme'): Promise<Company> {
    return this.api('POST', '/companies', { name })
  }

  buildProject(given: { title?: string; slides?: Slide[] } = {}): Promise<Project> {
    const { title = '3 tips', slides = [buildSlide('hello'), buildSlide('world')] } = given
    const rest = { topic: '3 tips', contentType: 'numbered-list', contentStyle: 'educational', companyId: null }
    return this.api('POST', '/projects', { title, slides, ...rest })
  }

  #keep(header: string): void {
    const [pair = '', ...attributes] = header.split('; ')
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]
    if (attributes.some((attribute) => attribute.toLowerCase() === 'max-age=0')) this.cookies.delete(name)
    else this.cookies.set(name, value)
  }
}

/** A small JPEG whose picture differs with every call: twelve fields of random colours. */
export async function photo(width = 640, height = 480): Promise<Uint8Array> {
  return sharp(randomBytes(4 * 3 * 3), { raw: { width: 4, height: 3, channels: 3 } })
    .resize({ width, height, fit: 'fill', kernel: 'nearest' })
    .jpeg()
    .toBuffer()
}

/** What a test may replace. */
export type TestSettings = Partial<
  Pick<
    Config,
    | 'webDist'
    | 'painterAssets'
    | 'passwordMin'
    | 'trustProxy'
    | 'publicUrl'
    | 'allowedHosts'
    | 'ai'
    | 'google'
    | 'billing'
    | 'platforms'
    | 'storageQuota'
    | 'demo'
    | 'trial'
    | 'sandbox'
    | 'mail'
    | 'userBaseUrls'
    | 'logLevel'
  >
> &
  Partial<Pick<Services, 'renderer' | 'store' | 'codec'>> & {
    bounds?: Partial<HttpBounds>
    passwords?: Passwords
    publishing?: Partial<PublisherParts>
    trials?: Partial<TrialBounds>
    /** One of the test's own server. */
    database?: TestDatabase
  }

/** One for all tests of a file: a decoder takes longer to start than most tests do. */
const sharedCodec = createPictureCodec()
afterAll(() => sharedCodec.close())

/** The product's HTTP side on a port of its own, with a real database and real files, until the test is over. */
export async function startTestApp(given: TestSettings = {}): Promise<TestApp> {
  const dataDir = await temporaryFolder()
  const { db, connection, drop } = given.database ?? (await testDatabase())
  const logged: string[] = []
  const log = createLog(given.logLevel ?? 'warn', { write: (line: string) => void logged.push(line) })
  const { renderer = null, store, codec = sharedCodec, bounds, passwords, publishing, trials = {}, database: _, ...settings } = given
  const nowhere = join(dataDir, 'none')
  await mkdir(nowhere)
  const config: Config = { ...loadConfig({ DATA_DIR: dataDir }), webDist: nowhere, painterAssets: nowhere, ...settings }
  const ai = createChat(config.ai, { log, timeouts: { answerMs: 1500, silenceMs: 1000 } })
  const sealer = createSealer(config.secretKey)
  const oauthAttempts = createOauthAttempts({ db, sealer })
  const files = store ?? (await openStore(config, db))
  const changes = createListen(connection, log)
  const jobs: Jobs = createJobs({ connection, changes, log, kinds: jobKinds(() => services) })
  const demos = createDemos({ config, db, store: files, jobs, log })
  const auth = createAuth({
    config,
    db,
    demos,
    trials: createTrials({ config, db, log, bounds: trials }),
    log,
    ...(passwords && { passwords }),
  })
  const remotePictures = createRemotePictures({ config, db, store: files, codec })
  const connections = createConnections({ config, db, sealer, attempts: oauthAttempts, log, ai, remotePictures })
  const generations = createGenerations({ config, db, aiOf: connections.aiOf, backgrounds: connections.backgrounds, log })
  // Pauses between attempts are the provider client's own tests.
  const google = createGoogle(config.google, { patience: { pause: async () => undefined, random: () => 0 } })
  // They are done when a test says so.
  const handOvers = createHandOvers({ config, db, sealer, jobs })
  const rest: PublishingServices = {
    config,
    db,
    changes,
    jobs,
    mailer: createMailer(config),
    store: files,
    codec,
    auth,
    demos,
    renderer,
    ai,
    google,
    stripe: config.billing && createStripe(config.billing),
    offer: createOffer({ db, settled: config.billing?.price ?? null }),
    sealer,
    oauthAttempts,
    connections,
    remotePictures,
    handOvers,
    platformQuestions: createPlatformQuestions({ config, connections, remotePictures }),
    generations,
    log,
  }
  let url = config.publicUrl
  const services: Services = { ...rest, publisher: createPublishing(rest, { publicUrl: () => url, ...publishing }) }
  const app = createApp(services)
  const http = await listen(app, { ...config, port: 0, hostname: '127.0.0.1', ...(bounds && { bounds }) })
  onTestFinished(async () => {
    await changes.close()
    await generations.close()
    await http.stop(0)
    await generations.close()
    await remotePictures.close()
    await jobs.stop()
    await drop()
  })
  url = `http://127.0.0.1:${http.port}`

  async function buildUser({ pro = true, email = `${randomUUID()}@example.org` } = {}): Promise<TestUser> {
    const caller = new Caller(url)
    const password = 'a good password'
    const { status, body } = await caller.call<{ user: { id: string } }>('POST', '/api/auth/sign-up/email', {
      email,
      password,
      name: 'Tester',
    })
    if (status !== 200) throw new Error(`Sign-up: ${status} ${JSON.stringify(body)}`)
    const { id } = body.user
    if (pro) await db.asSystem((tx) => tx.update(userSettings).set({ proPlan: true }).where(eq(userSettings.userId, id)))
    return Object.assign(caller, { id, email, password })
  }

  return { url, services, connection, dataDir, logged, buildUser, nobody: new Caller(url) }
}
