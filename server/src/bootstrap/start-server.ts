import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { finishDeletions } from '../account/delete-account.ts'
import { createApp, createHealthApp } from '../app.ts'
import { createAccountMail } from '../auth/account-mail.ts'
import { createAuth } from '../auth/auth.ts'
import { passwords } from '../auth/passwords.ts'
import { refuseUnfinishedRestore } from '../backup/unfinished-restore.ts'
import { createFontChecker } from '../font-checking/font-checker.ts'
import { createImageDecoder } from '../image-decoding/image-decoder.ts'
import { createConnections } from '../connections/connections.ts'
import { createWaitingPosts } from '../posts/affected-posts.ts'
import { createGoogle } from '../connections/google-drive.ts'
import { createOauthAttempts } from '../connections/oauth-attempts.ts'
import type { Config } from '../config/config.ts'
import { createOffer } from '../billing/price.ts'
import { openDb, type Db } from '../db/db.ts'
import { followDatabaseClock } from '../db/follow-clock.ts'
import { createListen } from '../db/listen.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { startRenderConsumer } from '../render-queue/render-consumer.ts'
import { createQueuedRenderer } from '../render-queue/queued-renderer.ts'
import { createGenerations } from '../generation/generations.ts'
import { createDemos } from '../demo/demos.ts'
import { createTrials } from '../demo/trials.ts'
import { startDemoExpiry } from '../demo/end-demos.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { jobKinds } from './job-kinds.ts'
import { createLog } from '../telemetry/log.ts'
import { createMailer } from '../mail/mailer.ts'
import { createInstanceSettings } from '../instance-settings/instance-settings.ts'
import { markInstanceUsed } from '../auth/operators.ts'
import { countProviderRequests } from '../operator/provider-calls.ts'
import { chatTimeouts, createChat } from '../providers/openai/chat.ts'
import { createImages } from '../providers/openai/images.ts'
import { createStripe } from '../providers/stripe/client.ts'
import { createOAuthServer, type OAuthServer, type OAuthServerParts } from '../oauth-server/oauth-server.ts'
import { createWebhookSender, type WebhookSender } from '../providers/webhook-sender.ts'
import { createPlatformQueries } from '../platforms/registry.ts'
import { createPostings, createPublisherFromServices } from '../posts/publishing/create-publishing.ts'
import type { PublisherDeps } from '../posts/publishing/publisher-deps.ts'
import { startWorker } from '../posts/publishing/worker.ts'
import { createRuns } from '../runs/runs.ts'
import { runKinds } from './run-kinds.ts'
import { createRenderer } from '../rendering/renderer.ts'
import { warnOfOtherSecrets } from '../secrets/secret-mismatch.ts'
import { enqueueReencryption } from '../secrets/reencrypt.ts'
import { createApprovals } from '../posts/approval/approvals.ts'
import { createManualPosting } from '../posts/manual-posting/manual-posting.ts'
import { followWebhooks } from '../webhooks/deliver.ts'
import { createSealer } from '../secrets/sealed.ts'
import type { Services } from '../routes/services.ts'
import { openStore } from '../storage/store/open-store.ts'
import { createRemotePhotos } from '../photos/remote-photos.ts'
import { createFoundSounds } from '../sound/found-sounds.ts'
import { startSweeper } from '../storage/sweep/sweep.ts'
import { endEarlierProcess } from './end-earlier-process.ts'
import { adoptEarlierWork } from './adopt-earlier-work.ts'
import { openDatabase } from './open-database.ts'
import { createShutdownHooks, DATABASE_SHUTDOWN_MS, type ShutdownHooks } from './shutdown.ts'
import { recordInstance } from './running-instance.ts'
import { listen } from './listen.ts'
import { resumeApprovals } from '../content-plan/resume-approvals.ts'
import { joinCluster } from './cluster-members.ts'
import { openMetrics } from './metrics.ts'
import { assignSandboxPort, startSandbox } from './sandbox.ts'

export interface RunningServer {
  services: Services
  /** Drains requests in progress, and stops everything in reverse order. */
  stop(): Promise<void>
}

/** How long posts in progress may take on shutdown, in milliseconds: the publisher's own limit, and time to save their state. */
const POSTS_MS = 28_000

interface Foundations extends Pick<Services, 'config' | 'db' | 'changes' | 'jobs' | 'runs' | 'settings' | 'log'> {
  shutdownHooks: ShutdownHooks
  publishing: Partial<PublisherDeps>
}

/** Starts processes, when they are first needed, that read untrusted files. */
function openUploadCheckers(shutdownHooks: ShutdownHooks): Pick<Services, 'codec' | 'fontChecker'> {
  const [codec, fontChecker] = [createImageDecoder(), createFontChecker()]
  shutdownHooks.add('decoders', () => codec.close())
  shutdownHooks.add('font checks', () => fontChecker.close())
  return { codec, fontChecker }
}

/** Creates the services, and registers their shutdown. */
async function openServices(foundations: Foundations): Promise<Services> {
  const { config, db, changes, jobs, runs, settings, log, shutdownHooks, publishing } = foundations
  const store = await openStore(config, db)
  const { codec, fontChecker } = openUploadCheckers(shutdownHooks)
  const demos = createDemos({ config, db, store, jobs, log })
  const accountMail = createAccountMail({ config, db, jobs, log, passwords })
  shutdownHooks.add('account mails', () => accountMail.mailing.flush())
  const auth = createAuth({ config, db, demos, trials: createTrials({ config, settings, db, log }), settings, accountMail, log })
  const local = createRenderer({ assetsDir: config.painterAssets, spoolDir: join(config.dataDir, 'cache') })
  // A process that publishes renders locally; one that only serves uses workers.
  const renderer = config.publishing.publishes ? local : createQueuedRenderer({ local, db, store, changes, log })
  shutdownHooks.add('painter', () => renderer.close())
  const ai = createChat(config.ai, { log, timeouts: chatTimeouts(config.aiTimeouts) })
  const sealer = createSealer(config.secretKey, config.olderSecretKeys)
  const oauthAttempts = createOauthAttempts({ db, sealer })
  const remotePictures = createRemotePhotos({ config, settings, db, store, codec })
  shutdownHooks.add('pictures from outside', () => remotePictures.close())
  const images = config.images && createImages(config.images, { log })
  if (images) shutdownHooks.add('images API', () => images.close())
  const [attempts, waitingPosts] = [oauthAttempts, createWaitingPosts(createPostings({ config, sealer }))]
  const connections = createConnections({ config, settings, db, sealer, attempts, log, waitingPosts, ai, images, remotePictures })
  const { aiOf, backgrounds, findBackgrounds, stockSearch } = connections
  const foundSounds = createFoundSounds({ config, sealer, stockSearch })
  shutdownHooks.add('found music', () => foundSounds.close())
  const generations = createGenerations({ config, settings, db, changes, aiOf, backgrounds, findBackgrounds, store, codec, log })
  await generations.recover()
  const services = {
    config,
    db,
    changes,
    jobs,
    runs,
    settings,
    mailer: createMailer(config),
    store,
    codec,
    fontChecker,
    auth,
    accountMail,
    demos,
    renderer,
    ai,
    google: createGoogle(config.google),
    stripe: config.billing && createStripe(config.billing),
    offer: createOffer({ db, settled: config.billing?.price ?? null }),
    sealer,
    oauth: openOAuth({ config, db, sealer, log }, shutdownHooks),
    oauthAttempts,
    connections,
    foundSounds,
    remotePictures,
    manualPosting: createManualPosting({ config, db, sealer, jobs }),
    approvals: createApprovals({ config, db, sealer, jobs }),
    platformQuestions: createPlatformQueries(config, { tokens: connections.tokens, linkImage: remotePictures.link }),
    generations,
    webhooks: openWebhooks(config, shutdownHooks),
    log,
  }
  return { ...services, publisher: createPublisherFromServices(services, publishing) }
}

function openOAuth(parts: OAuthServerParts, shutdownHooks: ShutdownHooks): OAuthServer {
  const oauth = createOAuthServer(parts)
  shutdownHooks.add('authorization server', () => oauth.close())
  return oauth
}

function openWebhooks(config: Config, shutdownHooks: ShutdownHooks): WebhookSender {
  const webhooks = createWebhookSender(config.webhooks)
  shutdownHooks.add('webhook connections', () => webhooks.close())
  return webhooks
}

/** Starts periodic tasks that aren't jobs. */
function startCleanUp(services: Services, shutdownHooks: ShutdownHooks): void {
  const { log } = services
  // Completes interrupted account deletions in the background.
  const deletions = finishDeletions(services).catch((error: unknown) => log.warn({ err: error }, 'Completing account deletions failed'))
  shutdownHooks.add('deletions', () => deletions)
  const approvals = resumeApprovals(services).catch((error: unknown) => log.warn({ err: error }, 'Resuming approvals of plans failed'))
  shutdownHooks.add('approvals of plans', () => approvals)
  const adopting = adoptEarlierWork(services).catch((error: unknown) =>
    log.warn({ err: error }, 'Work of an earlier version was not taken over'),
  )
  shutdownHooks.add('work of earlier versions', () => adopting)
  const sweeping = startSweeper(services)
  shutdownHooks.add('sweep', () => sweeping.stop())
  const expiry = startDemoExpiry(services)
  shutdownHooks.add('demo expiry', () => expiry.stop())
}

function roleOf({ publishing: { serves, publishes } }: Config): string {
  if (serves && publishes) return 'all'
  return serves ? 'web' : 'worker'
}

/** Joins the processes that share the database. A dedicated worker renders for those that serve. */
async function joinProcesses(services: Services, shutdownHooks: ShutdownHooks): Promise<void> {
  const { config, db, store, sealer, log, renderer } = services
  const role = roleOf(config)
  const member = await joinCluster({ db, store, sealer, log, role, renders: role === 'worker' })
  shutdownHooks.add('cluster membership', () => member.leave())
  if (role !== 'worker' || member.id === null || !renderer) return
  const drawing = startRenderConsumer({ ...services, renderer, worker: member.id, dataDir: config.dataDir })
  const stop = async (): Promise<void> => {
    await member.stopRendering()
    await drawing.stop()
  }
  shutdownHooks.add('render consumer', stop)
}

/** In the background: visitors who want a demo earlier wait for it. Shutdown waits until it is complete. */
function prepareDemos(services: Services, shutdownHooks: ShutdownHooks): void {
  const demos = services.demos.prepare()
  shutdownHooks.add('demos', () => demos)
}

/** Started first and stopped last; without configuration it isn't loaded. */
async function traceWork({ tracesUrl }: Config, { log, shutdownHooks }: Pick<Foundations, 'log' | 'shutdownHooks'>): Promise<void> {
  if (tracesUrl === null) return
  const { openTracing } = await import('../telemetry/open-tracing.ts')
  const tracing = openTracing(tracesUrl, log)
  shutdownHooks.add('traces', () => tracing.stop())
}

async function openConnections(
  { connection, isFull, pooled, replica }: Awaited<ReturnType<typeof openDatabase>>,
  { log, shutdownHooks }: Pick<Foundations, 'log' | 'shutdownHooks'>,
): Promise<Db> {
  const db = openDb(connection, log, { isFull, pooled, replica })
  shutdownHooks.add('database connections', () => db.close())
  const clock = await followDatabaseClock(db, log)
  shutdownHooks.add('clock', async () => clock.stop())
  return db
}

/**
 * Starts the whole product: database, sandbox, files and HTTP. If a step fails, stops everything that was started. `publishing` has
 * overrides for tests.
 */
export async function startServer(wanted: Config, publishing: Partial<PublisherDeps> = {}): Promise<RunningServer> {
  const log = createLog(wanted.logLevel, process.stderr, wanted.logFormat)
  const shutdownHooks = createShutdownHooks(log)
  try {
    refuseUnfinishedRestore(wanted.dataDir)
    await traceWork(wanted, { log, shutdownHooks })
    const database = await openDatabase(wanted, log)
    shutdownHooks.add('database', database.stop, DATABASE_SHUTDOWN_MS)
    if (wanted.databaseUrl === null) recordInstance(wanted.dataDir)
    // After taking the data folder's lock: a product started twice reports that, rather than a port in use.
    const config = await assignSandboxPort(wanted)
    await migrateDatabase(database.connection)
    const db = await openConnections(database, { log, shutdownHooks })

    // One of the processes that share the work runs it.
    const sandbox = config.sandbox.enabled && config.publishing.serves ? startSandbox(config, log) : null
    if (sandbox) shutdownHooks.add('sandbox', sandbox.stop)

    if (config.databaseUrl === null) await endEarlierProcess(db, config.dataDir)
    const changes = createListen(database.connection, log)
    shutdownHooks.add('change listener', () => changes.close())
    const jobs: Jobs = createJobs({ connection: database.connection, changes, log, kinds: jobKinds(() => services) })
    const runs = createRuns({ db, changes, log, kinds: runKinds(() => services) })
    const settings = createInstanceSettings({ config, db, changes, log })
    await Promise.all([settings.follow(), markInstanceUsed(db, config.operators)])
    const services = await openServices({ config, db, changes, jobs, runs, settings, log, shutdownHooks, publishing })
    if (config.databaseUrl !== null) {
      await joinProcesses(services, shutdownHooks)
    }
    shutdownHooks.add('background jobs', () => jobs.stop())
    shutdownHooks.add('runs', () => runs.stop())
    const providers = countProviderRequests(services)
    shutdownHooks.add('provider outcomes', () => providers.stop())
    await warnOfOtherSecrets(services)
    if (config.publishing.publishes) startCleanUp(services, shutdownHooks)
    if (config.publishing.publishes) await enqueueReencryption(services)
    if (config.publishing.serves) prepareDemos(services, shutdownHooks)
    let isStopping = false
    const watching: Parameters<typeof createApp>[1] = { metrics: await openMetrics(services, shutdownHooks), isStopping: () => isStopping }
    const http = await listen(config.publishing.serves ? createApp(services, watching) : createHealthApp(services, watching), config)
    shutdownHooks.add('requests', () => http.stop())
    // Before draining, which would wait for the streams of running generations.
    shutdownHooks.add('slideshows', () => services.generations.close())
    shutdownHooks.add('event streams', () => changes.close())
    await sandbox?.ready
    const worker = config.publishing.publishes ? startWorker(services) : null
    // HTTP ends later: platforms download files from here.
    if (worker) shutdownHooks.add('posts in progress', () => worker.stop(), POSTS_MS)
    // In the background, so that pages don't wait for the job library to load.
    if (worker) jobs.work()
    if (worker) runs.work()
    if (worker) shutdownHooks.add('webhooks due', followWebhooks(services))
    const leaveCluster = async (): Promise<void> => {
      isStopping = true
      http.endKeepAlive()
      await wait(config.publishing.drainSeconds * 1000)
    }
    shutdownHooks.add('readiness', leaveCluster, (config.publishing.drainSeconds + 1) * 1000)
    return { services, stop: shutdownHooks.end }
  } catch (error) {
    await shutdownHooks.end()
    throw error
  }
}
