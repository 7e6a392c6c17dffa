import type { Environment } from '../config/config.ts'
import type { PublisherDeps } from '../posts/publishing/publisher-deps.ts'

/** What a product in a process of its own is told on its command line. */
export interface ProductOrder {
  env: Environment
  sandboxUrl: string
  /** Where an earlier version of the product stands; this one when not said. */
  folder?: string
  /** Where parts of the page before this one are, if not where the build keeps them. */
  webEarlier?: string
  /** What a drill cannot wait for. */
  publishing?: Partial<Pick<PublisherDeps, 'leaseSeconds' | 'waits'>>
}
