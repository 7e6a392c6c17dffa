import { collectDefaultMetrics, Registry } from 'prom-client'
import { createDatabaseMetrics, type DatabaseLimits } from './database-metrics.ts'
import { countProviderCalls, readProcess } from './process-metrics.ts'
import { countWork } from '../../telemetry/metrics/work-metrics.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'

/** Figures about the instance as this process knows them, for Prometheus. Of no person, and with no word of anybody's. */
export interface Metrics {
  /** As `type` says. */
  read(): Promise<string>
  type: string
  stop(): void
}

export function createMetrics(parts: { config: Config; db: Db }, database: Partial<DatabaseLimits> = {}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const ends = [countWork(registry), countProviderCalls(registry, parts.config)]
  readProcess(registry, parts)
  const askDatabase = createDatabaseMetrics(registry, parts, database)
  return {
    type: registry.contentType,
    async read() {
      await askDatabase()
      return registry.metrics()
    },
    stop: () => ends.forEach((end) => end()),
  }
}
