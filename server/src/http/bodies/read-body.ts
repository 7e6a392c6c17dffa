import type { IncomingMessage } from 'node:http'
import type { Context } from 'hono'
import type { z } from 'zod'
import { AppError } from '@ninesixteen/shared/errors'
import type { BodyLimit } from './body-limits.ts'
import type { AppEnv } from '../app-env.ts'
import { cleanText } from './clean-text.ts'

/** Whether a request may change state. */
export function isWriting({ method = 'GET' }: IncomingMessage): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/** Whether a request has a body. */
export function hasBody(incoming: IncomingMessage): boolean {
  const { headers } = incoming
  if (!isWriting(incoming)) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Reads the body up to the limit. Throws BODY_TOO_LARGE, or CLIENT_GONE when the client disconnects before its end. */
export function readBody(incoming: IncomingMessage, { bytes: limit, words }: Pick<BodyLimit, 'bytes' | 'words'>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const settle = (finish: () => void): void => {
      incoming.off('data', append).off('end', end).off('error', abort).off('close', abort)
      finish()
    }
    const end = (): void => settle(() => resolve(Buffer.concat(parts, size)))
    const abort = (error?: Error): void => settle(() => reject(new AppError('CLIENT_GONE', {}, { cause: error })))
    const append = (part: Buffer): void => {
      size += part.byteLength
      if (size <= limit) return void parts.push(part)
      // The server reads a little of the rest, so that the client sees the response, and closes the connection.
      incoming.pause()
      settle(() => reject(new AppError('BODY_TOO_LARGE', { limit: words })))
    }
    if (incoming.destroyed) return abort()
    incoming.on('data', append).on('end', end).on('error', abort).on('close', abort)
  })
}

/** Parses the body with the schema; INVALID_INPUT names the invalid fields. */
export async function readJson<T>(c: Context<AppEnv>, schema: z.ZodType<T>): Promise<T> {
  let raw: unknown
  try {
    raw = await c.req.json()
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new AppError('INVALID_INPUT', { fields: 'body' }, { cause: error })
  }
  const parsed = schema.safeParse(cleanText(raw))
  if (parsed.success) return parsed.data
  const fields = new Set(parsed.error.issues.map((issue) => issue.path.join('.').slice(0, 100) || 'body'))
  throw new AppError('INVALID_INPUT', { fields: [...fields].slice(0, 5).join(', ') })
}
