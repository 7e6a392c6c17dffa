import { ConfigError } from '../../config-error.ts'

export interface MetricsSettings {
  /** A port of their own; null for a path of the main one, behind the token. */
  port: number | null
  /** Where that port is open. */
  host: string
  /** Asked of whoever reads them; null where the port is guard enough. */
  token: string | null
}

interface Given {
  PORT: number
  SANDBOX_PORT?: number | undefined
  METRICS_PORT?: number | undefined
  METRICS_HOST?: string | undefined
  METRICS_TOKEN?: string | undefined
}

/** Null where nobody is to read any figures, and none are kept. */
export function metricsSettings({ PORT, SANDBOX_PORT, METRICS_PORT, METRICS_HOST, METRICS_TOKEN }: Given): MetricsSettings | null {
  if (METRICS_PORT === undefined) {
    if (METRICS_HOST !== undefined) throw new ConfigError('METRICS_HOST is of no use without METRICS_PORT. See .env.example.')
    return METRICS_TOKEN === undefined ? null : { port: null, host: '127.0.0.1', token: METRICS_TOKEN }
  }
  if (METRICS_PORT === PORT || METRICS_PORT === SANDBOX_PORT)
    throw new ConfigError('METRICS_PORT is the port of something else: it needs one of its own. See .env.example.')
  return { port: METRICS_PORT, host: METRICS_HOST ?? '127.0.0.1', token: METRICS_TOKEN ?? null }
}
