import type { Environment } from '../config/config.ts'
import type { PublisherDeps } from '../posts/publishing/publisher-deps.ts'

/** Command-line argument of a product process. */
export interface ProductOptions {
  env: Environment
  sandboxUrl: string
  /** Folder of an earlier version; by default this version. */
  folder?: string
  /** Folder of earlier page assets, by default the build's. */
  webEarlier?: string
  /** Overrides for waits that are too long for a drill. */
  publishing?: Partial<Pick<PublisherDeps, 'leaseSeconds' | 'waits'>>
}
