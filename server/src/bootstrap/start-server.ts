import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { finishDeletions } from '../account/delete-account.ts'
import { createApp, createHealthApp } from '../app.ts'
import { createAccountMail } from '../auth/account-mail.ts'
import { createAuth } from '../auth/auth.ts'
import { passwords } from '../auth/passwords.ts'
import { refuseUnfinishedRestore } from '../backup/unfinished-restore.ts'
import { createImageDecoder } from '../image-decoding/image-decoder.ts'
import { createConnections } from '../connections.ts'
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
import { startEndingDemos } from '../demo/end-demos.ts'
import { createJobs, type Jobs } from '../jobs/jobs.ts'
import { jobKinds } from '../jobs/kinds.ts'
import { createLog } from '../telemetry/log.ts'
import { createMailer } from '../mail/mailer.ts'
import { createInstanceSettings } from '../operator/instance-settings.ts'
import { settleOperators } from '../operator/operators.ts'
import { countProviderRequests } from '../operator/provider-calls.ts'
import { chatTimeouts, createChat } from '../providers/openai/chat.ts'
import { createStripe } from '../providers/stripe/client.ts'
import { createPlatformQueries } from '../posts/platforms/platform-questions.ts'
import { createPublisherFromServices } from '../posts/publishing/create-publishing.ts'
import type { PublisherDeps } from '../posts/publishing/publisher-deps.ts'
import { startWorker } from '../posts/publishing/worker.ts'
import { createRenderer } from '../rendering/renderer.ts'
import { warnOfOtherSecrets } from '../secrets/secret-mismatch.ts'
import { enqueueReencryption } from '../secrets/reencrypt.ts'
import { createManualPosting } from '../posts/manual-posting/manual-posting.ts'
import { createSealer } from '../secrets/sealed.ts'
import type { Services } from '../services.ts'
import { openStore } from '../storage/store/open-store.ts'
import { createRemotePhotos } from '../photos/remote-photos.ts'
import { startSweeper } from '../storage/sweep/sweep.ts'
import { clearUnfinishedUploads } from '../storage/sweep/unfinished-uploads.ts'
import { openDatabase } from './open-database.ts'
import { createShutdownHooks, DATABASE_SHUTDOWN_MS, type ShutdownHooks } from './shutdown.ts'
import { recordInstance } from '../cli/running-instance.ts'
import { listen } from './listen.ts'
import { joinCluster } from './cluster-members.ts'
import { openMetrics } from './metrics.ts'
import { assignSandboxPort, startSandbox } from './sandbox.ts'

export interface RunningServer {
  services: Services
  /** Drains the requests in progress and ends everything that was started, in the reverse order. */
  stop(): Promise<void>
}

/** Longest that the posts in hand may take at the end, in milliseconds: what the publisher gives them, and time to write down how they stand. */
const POSTS_MS = 28_000

interface Foundations extends Pick<Services, 'config' | 'db' | 'changes' | 'jobs' | 'settings' | 'log'> {
  endings: ShutdownHooks
  publishing: Partial<PublisherDeps>
}

/** What the routes work with. What has to be ended is put to the endings. */
async function openServices(foundations: Foundations): Promise<Services> {
  const { config, db, changes, jobs, settings, log, endings, publishing } = foundations
  const store = await openStore(config, db)
  const codec = createImageDecoder()
  endings.add('decoders', () => codec.close())
  const demos = createDemos({ config, db, store, jobs, log })
  const accountMail = createAccountMail({ config, db, jobs, log, passwords })
  endings.add('mails about accounts', () => accountMail.mailing.settled())
  const auth = createAuth({ config, db, demos, trials: createTrials({ config, settings, db, log }), settings, accountMail, log })
  const here = createRenderer({ assetsDir: config.painterAssets, spoolDir: join(config.dataDir, 'cache') })
  // One that publishes draws for itself, and one that serves alone has workers draw.
  const renderer = config.publishing.publishes ? here : createQueuedRenderer({ here, db, store, changes, log })
  endings.add('painter', () => renderer.close())
  const ai = createChat(config.ai, { log, timeouts: chatTimeouts(config.aiPatience) })
  const google = createGoogle(config.google)
  const sealer = createSealer(config.secretKey, config.olderSecretKeys)
  const oauthAttempts = createOauthAttempts({ db, sealer })
  const remotePictures = createRemotePhotos({ config, settings, db, store, codec })
  endings.add('pictures from outside', () => remotePictures.close())
  const connections = createConnections({ config, settings, db, sealer, attempts: oauthAttempts, log, ai, remotePictures })
  const handOvers = createManualPosting({ config, db, sealer, jobs })
  const generations = createGenerations({
    config,
    settings,
    db,
    changes,
    aiOf: connections.aiOf,
    backgrounds: connections.backgrounds,
    log,
  })
  await generations.recover()
  const services = {
    config,
    db,
    changes,
    jobs,
    settings,
    mailer: createMailer(config),
    store,
    codec,
    auth,
    accountMail,
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
    platformQuestions: createPlatformQueries({ config, connections, remotePictures }),
    generations,
    log,
  }
  return { ...services, publisher: createPublisherFromServices(services, publishing) }
}

/** What is done in the background by the clock, beside jobs. */
function startTidying(services: Services, endings: ShutdownHooks): void {
  const { log } = services
  // Accounts whose deletion a crash cut short; nobody waits for it.
  const deletions = finishDeletions(services).catch((error: unknown) => log.warn({ err: error }, 'Deleted accounts were not cleared away'))
  endings.add('deletions', () => deletions)
  const sweeping = startSweeper(services)
  endings.add('sweep', () => sweeping.stop())
  const ending = startEndingDemos(services)
  endings.add('end of demos', () => ending.stop())
}

function roleOf({ publishing: { serves, publishes } }: Config): string {
  if (serves && publishes) return 'all'
  return serves ? 'web' : 'worker'
}

/** Among the processes that share the database. One that only works draws for those that serve. */
async function joinOthers(services: Services, endings: ShutdownHooks): Promise<void> {
  const { config, db, store, sealer, log, renderer } = services
  const role = roleOf(config)
  const member = await joinCluster({ db, store, sealer, log, role, draws: role === 'worker' })
  endings.add('place among the processes', () => member.leave())
  if (role !== 'worker' || member.id === null || !renderer) return
  const drawing = startRenderConsumer({ ...services, renderer, worker: member.id, dataDir: config.dataDir })
  const stop = async (): Promise<void> => {
    await member.drawNoMore()
    await drawing.stop()
  }
  endings.add('drawings for others', stop)
}

/** While the first visitor finds the page: who asks for a demo before that is done waits for it. Nothing is left half at the end. */
function prepareDemos(services: Services, endings: ShutdownHooks): void {
  const demos = services.demos.prepare()
  endings.add('demos', () => demos)
}

/** First of all, and ended last: what is not loaded here costs nothing. */
async function traceWork({ tracesTo }: Config, { log, endings }: Pick<Foundations, 'log' | 'endings'>): Promise<void> {
  if (tracesTo === null) return
  const { openTracing } = await import('../telemetry/open-tracing.ts')
  const tracing = openTracing(tracesTo, log)
  endings.add('traces', () => tracing.stop())
}

async function openConnections(
  { connection, isFull, pooled, replica }: Awaited<ReturnType<typeof openDatabase>>,
  { log, endings }: Pick<Foundations, 'log' | 'endings'>,
): Promise<Db> {
  const db = openDb(connection, log, { isFull, pooled, replica })
  endings.add('database connections', () => db.close())
  const clock = await followDatabaseClock(db, log)
  endings.add('clock', async () => clock.stop())
  return db
}

/**
 * Starts the whole product: database, sandbox, files and HTTP. Whatever was started is ended again when a later part fails. `publishing` is
 * what a test has otherwise.
 */
export async function startServer(wanted: Config, publishing: Partial<PublisherDeps> = {}): Promise<RunningServer> {
  const log = createLog(wanted.logLevel, process.stderr, wanted.logFormat)
  const endings = createShutdownHooks(log)
  try {
    refuseUnfinishedRestore(wanted.dataDir)
    await traceWork(wanted, { log, endings })
    const database = await openDatabase(wanted, log)
    endings.add('database', database.stop, DATABASE_SHUTDOWN_MS)
    if (wanted.databaseUrl === null) recordInstance(wanted.dataDir)
    // Behind the folder's lock: a product started twice is told that, and not that a port is taken.
    const config = await assignSandboxPort(wanted)
    await migrateDatabase(database.connection)
    const db = await openConnections(database, { log, endings })

    // Of processes that share the work one has it.
    const sandbox = config.sandbox.enabled && config.publishing.serves ? startSandbox(config, log) : null
    if (sandbox) endings.add('sandbox', sandbox.stop)

    // With a database of its own the folder is this process's alone, and whatever arrived there has no receiver any more.
    if (config.databaseUrl === null) await clearUnfinishedUploads(config.dataDir, new Date())
    const changes = createListen(database.connection, log)
    endings.add('what hears of changes', () => changes.close())
    const jobs: Jobs = createJobs({ connection: database.connection, changes, log, kinds: jobKinds(() => services) })
    const settings = createInstanceSettings({ config, db, changes, log })
    await Promise.all([settings.follow(), settleOperators(db, config.operators)])
    const services = await openServices({ config, db, changes, jobs, settings, log, endings, publishing })
    if (config.databaseUrl !== null) {
      await joinOthers(services, endings)
    }
    endings.add('background jobs', () => jobs.stop())
    const providers = countProviderRequests(services)
    endings.add('what is known of providers', () => providers.stop())
    await warnOfOtherSecrets(services)
    if (config.publishing.publishes) startTidying(services, endings)
    if (config.publishing.publishes) await enqueueReencryption(services)
    if (config.publishing.serves) prepareDemos(services, endings)
    let isEnding = false
    const watching = { metrics: await openMetrics(services, endings), isEnding: () => isEnding }
    const http = await listen(config.publishing.serves ? createApp(services, watching) : createHealthApp(services, watching), config)
    endings.add('requests', () => http.stop())
    // Before the draining: streams of slideshows being written would hold it up.
    endings.add('slideshows', () => services.generations.close())
    endings.add('live pages', () => changes.close())
    await sandbox?.ready
    const worker = config.publishing.publishes ? startWorker(services) : null
    // HTTP ends later: platforms download files from here.
    if (worker) endings.add('posts in hand', () => worker.stop(), POSTS_MS)
    // Nobody waits for it: the first page comes before the library of jobs is loaded.
    if (worker) jobs.work()
    const leave = async (): Promise<void> => {
      isEnding = true
      http.endKeepAlive()
      await wait(config.publishing.drainSeconds * 1000)
    }
    endings.add('place at the balancer', leave, (config.publishing.drainSeconds + 1) * 1000)
    return { services, stop: endings.end }
  } catch (error) {
    await endings.end()
    throw error
  }
}
