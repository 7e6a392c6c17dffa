import type { IncomingMessage } from 'node:http'
import { AppError } from '@ninesixteen/shared/errors'
import type { BodyLimit } from './body-limits.ts'

/** True for a request that may change something. */
export function isWriting({ method = 'GET' }: IncomingMessage): boolean {
  return method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS'
}

/** True for one that brings what it is about. */
export function hasBody(incoming: IncomingMessage): boolean {
  const { headers } = incoming
  if (!isWriting(incoming)) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The body of a request, which is not read on beyond the limit. Throws BODY_TOO_LARGE, or CLIENT_GONE when its sender leaves before its end. */
export function readBody(incoming: IncomingMessage, { bytes: most, words }: Pick<BodyLimit, 'bytes' | 'words'>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = []
    let size = 0
    const settle = (act: () => void): void => {
      incoming.off('data', take).off('end', end).off('error', leave).off('close', leave)
      act()
    }
    const end = (): void => settle(() => resolve(Buffer.concat(parts, size)))
    const leave = (error?: Error): void => settle(() => reject(new AppError('CLIENT_GONE', {}, { cause: error })))
    const take = (part: Buffer): void => {
      size += part.byteLength
      if (size <= most) return void parts.push(part)
      // What still arrives is nobody's: the server reads a little of it on, so that the answer is seen, and hangs up.
      incoming.pause()
      settle(() => reject(new AppError('BODY_TOO_LARGE', { limit: words })))
    }
    if (incoming.destroyed) return leave()
    incoming.on('data', take).on('end', end).on('error', leave).on('close', leave)
  })
}
