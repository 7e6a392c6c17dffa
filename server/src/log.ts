import { pino, type Logger } from 'pino'

/** Structured lines on standard error, so that standard output holds the product's few sentences for people. Secrets are cut out by name. */
export function createLog(level: string): Logger {
  const secret = ['authorization', 'cookie', 'password', 'apiKey', 'token', 'accessToken', 'refreshToken', 'secretKey', 'sealed']
  return pino(
    {
      level,
      base: null,
      redact: { paths: secret.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `*.headers["${name}"]`]), censor: '[redacted]' },
    },
    process.stderr,
  )
}
