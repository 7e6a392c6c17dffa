import { createMetricsApp } from '../routes/operation/metrics.ts'
import type { Metrics } from '../operator/metrics/metrics.ts'
import type { Services } from '../routes/services.ts'
import type { ShutdownHooks } from './shutdown.ts'
import { listen } from './listen.ts'

/** Serves metrics if configured; otherwise the code isn't even loaded. */
export async function openMetrics(
  services: Pick<Services, 'config' | 'db' | 'log'>,
  shutdownHooks: ShutdownHooks,
): Promise<Metrics | null> {
  const { config } = services
  if (!config.metrics) return null
  const { createMetrics } = await import('../operator/metrics/metrics.ts')
  const metrics = createMetrics(services)
  shutdownHooks.add('figures', () => metrics.stop())
  if (config.metrics.port !== null) {
    const { port, host: hostname } = config.metrics
    const http = await listen(createMetricsApp(metrics, services), { ...config, port, hostname, setting: 'METRICS_PORT' })
    shutdownHooks.add('metrics port', () => http.stop(0))
  }
  return metrics
}
