import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Logger } from 'pino'
import type { StripeClient } from '../providers/stripe/client.ts'

/** Dependencies of billing. */
export interface Billing {
  config: Config
  db: Db
  jobs: Jobs
  log: Logger
  stripe: StripeClient | null
}
