import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { createApp } from '../app.ts'
import { createAccountMail } from '../auth/account-mail.ts'
import { createAuth } from '../auth/auth.ts'
import { createPasswords, type Passwords } from '../auth/passwords.ts'
import { createOffer } from '../billing/price.ts'
import { createFontChecker } from '../font-checking/font-checker.ts'
import { createImageDecoder } from '../image-decoding/image-decoder.ts'
import { loadConfig, type Config } from '../config/config.ts'
import { createGoogle } from '../connections/google-drive.ts'
import { createOauthAttempts } from '../connections/oauth-attempts.ts'
import { createListen } from '../db/listen.ts'
import { userSettings } from '../db/schema-accounts.ts'
import { createConnections } from '../connections/connections.ts'
import { createWaitingPosts } from '../posts/affected-posts.ts'
import { createDemos } from '../demo/demos.ts'
import { createTrials, type TrialLimits } from '../demo/trials.ts'
import { createGenerations } from '../generation/generations.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { jobKinds } from '../bootstrap/job-kinds.ts'
import { runKinds } from '../bootstrap/run-kinds.ts'
import { createRuns } from '../runs/runs.ts'
import { createLog } from '../telemetry/log.ts'
import { createMailer, type MailTimeouts } from '../mail/mailer.ts'
import { createInstanceSettings } from '../instance-settings/instance-settings.ts'
import type { AdmissionLimits } from '../http/middleware/admission.ts'
import type { HttpLimits } from '../bootstrap/http-limits.ts'
import { listen } from '../bootstrap/listen.ts'
import type { Dispatcher } from 'undici'
import { createOAuthServer } from '../oauth-server/oauth-server.ts'
import { createWebhookSender } from '../providers/webhook-sender.ts'
import { createChat, type ChatTimeouts } from '../providers/openai/chat.ts'
import { createImages } from '../providers/openai/images.ts'
import { createStripe } from '../providers/stripe/client.ts'
import { createApprovals } from '../posts/approval/approvals.ts'
import { createManualPosting } from '../posts/manual-posting/manual-posting.ts'
import { createPlatformQueries } from '../platforms/registry.ts'
import { createPostings, createPublisherFromServices } from '../posts/publishing/create-publishing.ts'
import type { PublisherDeps } from '../posts/publishing/publisher-deps.ts'
import { createSealer } from '../secrets/sealed.ts'
import type { Services } from '../routes/services.ts'
import { openStore } from '../storage/store/open-store.ts'
import { createRemotePhotos } from '../photos/remote-photos.ts'
import { createFoundSounds } from '../sound/found-sounds.ts'
import { buildSlide } from './build-slide.ts'
import { Caller, photo, type Answer } from './caller.ts'
import { testDatabase, type TestDatabase } from './database.ts'
import { temporaryFolder } from './temporary-folder.ts'

export { buildSlide, Caller, photo, type Answer }

export interface TestApp {
  /** `http://127.0.0.1:PORT` */
  url: string
  services: Services
  /** Connection to this test's database, for other processes. */
  connection: pg.PoolConfig
  dataDir: string
  /** Log lines at `warn` and above unless the settings say otherwise. */
  logged: string[]
  /** Signs up an account, by default on the Pro plan. */
  buildUser(options?: { pro?: boolean; email?: string }): Promise<TestUser>
  /** A caller without a session. */
  anonymous: Caller
}

export interface TestUser extends Caller {
  id: string
  email: string
  password: string
}

/** Settings that a test may override. */
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
    | 'localAiPorts'
    | 'google'
    | 'billing'
    | 'platforms'
    | 'stock'
    | 'images'
    | 'storageQuota'
    | 'demo'
    | 'trial'
    | 'sandbox'
    | 'mail'
    | 'confirmEmail'
    | 'userBaseUrls'
    | 'webhooks'
    | 'logLevel'
    | 'operators'
    | 'signUp'
    | 'metrics'
    | 'secretKey'
    | 'olderSecretKeys'
  >
> &
  Partial<Pick<Services, 'renderer' | 'store' | 'codec'>> & {
    bounds?: Partial<HttpLimits>
    admission?: AdmissionLimits
    passwords?: Passwords
    publishing?: Partial<PublisherDeps>
    trials?: Partial<TrialLimits>
    /** Timeouts of the AI provider; long by default, so that a busy machine doesn't hit them. */
    chatTimeouts?: ChatTimeouts
    mailTimeouts?: MailTimeouts
    /** Reaches the hosts of apps' metadata documents; by default the real ones. */
    oauthAgent?: Dispatcher
    /** How long a slide waits for a photo that the user did not ask to search, in milliseconds. */
    photoWaitMs?: number
    /** By default a database of the test's own. */
    database?: TestDatabase
  }

/** Shared by all tests of a process: a decoder takes longer to start than most tests run. */
const sharedCodec = createImageDecoder()
const sharedFontChecker = createFontChecker()

/** The product's hash at 1/64 of its cost: most tests create an account, and the hash is slow by design. */
const quickPasswords = createPasswords({ threads: 2, waiting: 64, cost: 256 })

/** Starts the product's HTTP side on its own port with a real database and real files, until the test ends. */
export async function startTestApp(given: TestSettings = {}): Promise<TestApp> {
  const dataDir = await temporaryFolder()
  const { db, connection, drop } = given.database ?? (await testDatabase())
  const logged: string[] = []
  const log = createLog(given.logLevel ?? 'warn', { write: (line: string) => void logged.push(line) })
  const {
    renderer = null,
    store,
    codec = sharedCodec,
    bounds,
    admission,
    passwords = quickPasswords,
    publishing,
    trials = {},
    chatTimeouts = { answerMs: 60_000, silenceMs: 60_000 },
    mailTimeouts,
    oauthAgent,
    photoWaitMs,
    database: _,
    ...settings
  } = given
  const nowhere = join(dataDir, 'none')
  await mkdir(nowhere)
  const config: Config = {
    // A closed port: a product that runs on this machine may have its sandbox on the usual one.
    ...loadConfig({ DATA_DIR: dataDir, SANDBOX_PORT: '9', LOCAL_AI_PORTS: '9,9,9,9' }),
    operators: [],
    webDist: nowhere,
    webEarlier: nowhere,
    painterAssets: nowhere,
    ...settings,
  }
  const ai = createChat(config.ai, { log, timeouts: chatTimeouts })
  const sealer = createSealer(config.secretKey, config.olderSecretKeys)
  const oauth = createOAuthServer({ config, db, sealer, log, ...(oauthAgent && { agent: oauthAgent }) })
  const oauthAttempts = createOauthAttempts({ db, sealer })
  const files = store ?? (await openStore(config, db))
  const changes = createListen(connection, log)
  const jobs: Jobs = createJobs({ connection, changes, log, kinds: jobKinds(() => services) })
  const runs = createRuns({ db, changes, log, kinds: runKinds(() => services) })
  const instance = createInstanceSettings({ config, db, changes, log })
  const demos = createDemos({ config, db, store: files, jobs, log })
  const accountMail = createAccountMail({ config, db, jobs, log, passwords })
  const auth = createAuth({
    config,
    db,
    demos,
    settings: instance,
    trials: createTrials({ config, settings: instance, db, log, bounds: trials }),
    accountMail,
    log,
    passwords,
  })
  const remotePictures = createRemotePhotos({ config, settings: instance, db, store: files, codec })
  const webhooks = createWebhookSender(config.webhooks)
  const images = config.images && createImages(config.images, { log })
  const connections = createConnections({
    config,
    settings: instance,
    db,
    sealer,
    attempts: oauthAttempts,
    log,
    waitingPosts: createWaitingPosts(createPostings({ config, sealer })),
    ai,
    images,
    remotePictures,
  })
  const { aiOf, backgrounds, findBackgrounds, stockSearch } = connections
  const foundSounds = createFoundSounds({ config, sealer, stockSearch })
  const generations = createGenerations({
    config,
    settings: instance,
    db,
    changes,
    aiOf,
    backgrounds,
    findBackgrounds,
    store: files,
    codec,
    log,
    ...(photoWaitMs !== undefined && { photoWaitMs }),
  })
  // The provider client's own tests cover the pauses between attempts.
  const google = createGoogle(config.google, { retryPolicy: { pause: async () => undefined, random: () => 0 } })
  // Jobs run only when a test runs them.
  const manualPosting = createManualPosting({ config, db, sealer, jobs })
  const rest: Omit<Services, 'publisher'> = {
    config,
    db,
    changes,
    jobs,
    runs,
    settings: instance,
    mailer: createMailer(config, mailTimeouts),
    store: files,
    codec,
    fontChecker: sharedFontChecker,
    auth,
    accountMail,
    demos,
    renderer,
    ai,
    google,
    stripe: config.billing && createStripe(config.billing),
    offer: createOffer({ db, settled: config.billing?.price ?? null }),
    sealer,
    oauth,
    oauthAttempts,
    connections,
    foundSounds,
    remotePictures,
    manualPosting,
    approvals: createApprovals({ config, db, sealer, jobs }),
    platformQuestions: createPlatformQueries(config, { tokens: connections.tokens, linkImage: remotePictures.link }),
    generations,
    webhooks,
    log,
  }
  let url = config.publicUrl
  const services: Services = { ...rest, publisher: createPublisherFromServices(rest, { publicUrl: () => url, ...publishing }) }
  const metrics = config.metrics && (await import('../operator/metrics/metrics.ts')).createMetrics(services, { freshMs: 0, waitMs: 30_000 })
  const app = createApp(services, { metrics })
  const http = await listen(app, { ...config, port: 0, hostname: '127.0.0.1', ...(bounds && { bounds }), ...(admission && { admission }) })
  onTestFinished(async () => {
    metrics?.stop()
    await accountMail.mailing.flush()
    await changes.close()
    await generations.close()
    await http.stop(0)
    await generations.close()
    await runs.stop()
    await images?.close()
    await remotePictures.close()
    await foundSounds.close()
    await webhooks.close()
    await oauth.close()
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

  return { url, services, connection, dataDir, logged, buildUser, anonymous: new Caller(url) }
}
