import type { Context, Hono } from 'hono'
import { DRIVE_FILE_MAX, DRIVE_TOKEN_HEADER, driveFileQuery, driveFileType, GOOGLE_DRIVE_FILE } from '@ninesixteen/shared/api/google-drive'
import { AppError } from '@ninesixteen/shared/errors'
import { requirePro } from '../../http/session/session.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { cleanText } from '../../http/bodies/clean-text.ts'
import { releaseAdmission } from '../../http/middleware/admission.ts'
import type { Services } from '../services.ts'
import { driveWork, driveReply } from './google-drive-reply.ts'

/** How much of a rejected file is still read, in bytes: a browser shows the response only after sending the rest. */
const READ_ON_MAX = 64 * 1024 * 1024

/** Streams one file to Drive while it arrives; at most a chunk of it is in memory. */
export function registerDriveFile(app: Hono<AppEnv>, services: Services): void {
  app.post(GOOGLE_DRIVE_FILE, async (c) => {
    const user = await requirePro(c, services)
    const file = readFacts(c)
    const source = incoming(c)
    try {
      return await driveReply(c, services, async () => {
        const { google, connection } = await driveWork(services, user)
        const token = connection.accessToken(user.id, c.req.header(DRIVE_TOKEN_HEADER) ?? '')
        releaseAdmission(c.env.incoming)
        return { success: true, fileId: await google.drive.upload(token, { ...file, source, signal: c.req.raw.signal }) }
      })
    } finally {
      await readOn(source)
    }
  })
}

function readFacts(c: Context<AppEnv>) {
  const query = driveFileQuery.safeParse(cleanText(c.req.query()))
  const mimeType = driveFileType.safeParse(c.req.header('content-type'))
  const size = Number(c.req.header('content-length') ?? Number.NaN)
  const invalid = [
    ...(query.error?.issues.map((issue) => issue.path.join('.')) ?? []),
    ...(mimeType.success ? [] : ['content-type']),
    ...(Number.isSafeInteger(size) && size > 0 ? [] : ['content-length']),
  ]
  if (!query.success || !mimeType.success || invalid.length > 0) throw new AppError('INVALID_INPUT', { fields: invalid.join(', ') })
  if (size > DRIVE_FILE_MAX) throw new AppError('BODY_TOO_LARGE', { limit: `${DRIVE_FILE_MAX / 1024 / 1024} MB` })
  return { ...query.data, mimeType: mimeType.data, size }
}

/** The bytes of the request as they arrive. The last reader may continue where another one stopped. */
function incoming(c: Context<AppEnv>): AsyncIterableIterator<Uint8Array> {
  const reader = c.req.raw.body?.getReader()
  return {
    [Symbol.asyncIterator]() {
      return this
    },
    async next() {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
      return done ? { done: true, value: undefined } : { done: false, value }
    },
  }
}

async function readOn(source: AsyncIterable<Uint8Array>): Promise<void> {
  let read = 0
  try {
    for await (const part of source) {
      read += part.byteLength
      if (read > READ_ON_MAX) return
    }
  } catch {
    // The client disconnected; no one waits for the rest.
    return
  }
}
