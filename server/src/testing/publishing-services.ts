import type pg from 'pg'
import { pino, type Logger } from 'pino'
import { loadConfig, type Environment } from '../config/config.ts'
import { createConnections } from '../connections/connections.ts'
import { createWaitingPosts } from '../posts/affected-posts.ts'
import { createPostings } from '../posts/publishing/create-publishing.ts'
import { createOauthAttempts } from '../connections/oauth-attempts.ts'
import { openDb } from '../db/db.ts'
import { createListen } from '../db/listen.ts'
import { createInstanceSettings } from '../instance-settings/instance-settings.ts'
import { chatTimeouts, createChat } from '../providers/openai/chat.ts'
import { createSealer } from '../secrets/sealed.ts'
import { openStore } from '../storage/store/open-store.ts'
import { sandboxPlatforms } from './sandbox-platforms.ts'

export interface PublishingServicesOptions {
  connection: pg.PoolConfig
  dataDir: string
  sandboxUrl: string
  /** Additional environment, where a test shares more than the data folder with the product. */
  env?: Environment
}

/** Opens the services that publishing needs for a separate process, on the product's database and folder and the sandbox's platforms. */
export async function openPublishingServices(
  { connection, dataDir, sandboxUrl, env = {} }: PublishingServicesOptions,
  log: Logger = pino({ level: 'silent' }),
) {
  const platforms = sandboxPlatforms(sandboxUrl)
  const config = { ...loadConfig({ DATA_DIR: dataDir, ...env }), platforms }
  const db = openDb(connection, log)
  const sealer = createSealer(config.secretKey)
  const connections = createConnections({
    waitingPosts: createWaitingPosts(createPostings({ config, sealer })),
    config,
    settings: createInstanceSettings({ config, db, changes: createListen(connection, log), log }),
    db,
    sealer,
    attempts: createOauthAttempts({ db, sealer }),
    log,
    ai: createChat(config.ai, { log, timeouts: chatTimeouts(config.aiTimeouts) }),
    images: null,
    remotePictures: {
      link: () => null,
      importPhoto: async () => ({ filePath: '' }),
      importFound: () => Promise.reject(new Error('No search here')),
    },
  })
  return { config, connections, db, sealer, store: await openStore(config, db) }
}
