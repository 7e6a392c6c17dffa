import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { AppError } from '@ninesixteen/shared/errors'
import type { Config } from '../../config/config.ts'
import type { Metrics } from '../../operator/metrics/metrics.ts'
import { assignRequestId } from '../../http/middleware/request-lifecycle.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { errorBody, onError } from '../../http/on-error.ts'

const PATH = '/metrics'

interface Watched {
  config: Pick<Config, 'metrics'>
  metrics: Metrics | null
}

/** `/metrics` on the main port for callers with the token; not found if metrics have their own port. */
export function registerMetrics(app: Hono<AppEnv>, { config, metrics }: Watched): void {
  const isHere = config.metrics !== null && config.metrics.port === null
  if (metrics && isHere) serveMetrics(app, config.metrics?.token ?? null, metrics)
  // Not queued: admission control lets it pass.
  else
    app.get(PATH, () => {
      throw new AppError('NOT_FOUND')
    })
}

/** Serves the metrics port, and nothing else. */
export function createMetricsApp(metrics: Metrics, { config, log }: { config: Pick<Config, 'metrics'>; log: Logger }): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.onError(onError(log))
  app.use(assignRequestId())
  serveMetrics(app, config.metrics?.token ?? null, metrics)
  app.notFound((c) => c.json(errorBody(new AppError('NOT_FOUND')), 404))
  return app
}

function serveMetrics(app: Hono<AppEnv>, token: string | null, metrics: Metrics): void {
  app.get(PATH, async (c) => {
    if (token !== null && !isSame(c.req.header('authorization') ?? '', `Bearer ${token}`)) {
      c.header('www-authenticate', 'Bearer')
      return c.json(errorBody(new AppError('UNAUTHENTICATED')), 401)
    }
    return c.body(await metrics.read(), 200, { 'content-type': metrics.type, 'cache-control': 'no-store' })
  })
}

/** Compares in constant time, independent of length. */
function isSame(actual: string, expected: string): boolean {
  const [a, b] = [actual, expected].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}
