import { ConfigError } from '../../config-error.ts'

export interface MetricsSettings {
  /** A separate port; null for a path of the main port, which requires the token. */
  port: number | null
  /** Listening address of that port. */
  host: string
  /** Bearer token for readers; null if access to the port is enough. */
  token: string | null
}

interface RawSettings {
  PORT: number
  SANDBOX_PORT?: number | undefined
  METRICS_PORT?: number | undefined
  METRICS_HOST?: string | undefined
  METRICS_TOKEN?: string | undefined
}

/** Null if metrics are disabled; nothing is collected then. */
export function metricsSettings({ PORT, SANDBOX_PORT, METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: RawSettings): MetricsSettings | null {
  if (METRICS_PORT === undefined) {
    if (METRICS_HOST !== undefined) throw new ConfigError('METRICS_HOST needs METRICS_PORT. See .env.example.')
    return METRICS_TOKEN === undefined ? null : { port: null, host: '127.0.0.1', token: METRICS_TOKEN }
  }
  if (METRICS_PORT === PORT || METRICS_PORT === SANDBOX_PORT)
    throw new ConfigError('METRICS_PORT is already in use by another setting. Choose another port. See .env.example.')
  return { port: METRICS_PORT, host: METRICS_HOST ?? '127.0.0.1', token: METRICS_TOKEN ?? null }
}
