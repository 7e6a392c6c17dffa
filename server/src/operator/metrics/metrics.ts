import { collectDefaultMetrics, Registry } from 'prom-client'
import { createDatabaseMetrics, type DatabaseLimits } from './database-metrics.ts'
import { countProviderCalls, registerProcessMetrics } from './process-metrics.ts'
import { countWork } from '../../telemetry/metrics/work-metrics.ts'
import type { Config } from '../../config/config.ts'
import type { Db } from '../../db/db.ts'

/** Metrics of this process and the instance for Prometheus, without any user data. */
export interface Metrics {
  /** In the format of `type`. */
  read(): Promise<string>
  type: string
  stop(): void
}

export function createMetrics(parts: { config: Config; db: Db }, database: Partial<DatabaseLimits> = {}): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const ends = [countWork(registry), countProviderCalls(registry, parts.config)]
  registerProcessMetrics(registry, parts)
  const readDatabase = createDatabaseMetrics(registry, parts, database)
  return {
    type: registry.contentType,
    async read() {
      await readDatabase()
      return registry.metrics()
    },
    stop: () => ends.forEach((end) => end()),
  }
}
