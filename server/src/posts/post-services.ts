import type { Config } from '../config/config.ts'
import type { Connections } from '../connections/connections.ts'
import type { Db } from '../db/db.ts'
import type { FileStore } from '../storage/store/file-store.ts'
import type { ImageDecoder } from '../image-decoding/image-decoder.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Logger } from 'pino'
import type { PlatformQueries } from '../platforms/registry.ts'
import type { Renderer } from '../rendering/renderer.ts'

/** The services that handle users' posts. */
export type PostServices = {
  config: Config
  connections: Connections
  codec: ImageDecoder
  db: Db
  jobs: Jobs
  log: Logger
  platformQuestions: PlatformQueries
  renderer: Renderer | null
  settings: InstanceSettings
  store: FileStore
}
