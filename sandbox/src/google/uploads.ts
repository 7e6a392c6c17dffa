import { randomBytes } from 'node:crypto'
import type { Context, Hono } from 'hono'
import type { Clock } from '../kit/clock.ts'
import type { UploadFault } from '../kit/faults.ts'
import type { RecordedEnv } from '../kit/recorded.ts'
import { failed } from './responses.ts'
import { driveGrant, readMetadata, shown } from './drive.ts'
import type { DriveFile, Files, Metadata } from './files.ts'
import type { Grant, Grants } from './grants.ts'

const PATH = '/upload/drive/v3/files'
/** Chunks but the last are multiples of this, in bytes. */
const CHUNK_UNIT = 256 * 1024
const SESSION_SECONDS = 7 * 24 * 60 * 60

interface Session {
  id: string
  grant: Grant
  metadata: Metadata
  total: number | null
  parts: Uint8Array[]
  stored: number
  /** In seconds. */
  expiresAt: number
  done: DriveFile | null
}

interface Range {
  from: number
  /** Offset of the last byte. */
  to: number
  total: number
}

interface Parts {
  grants: Grants
  files: Files
  clock: Clock
  takeFault: (isMeant: (fault: UploadFault) => boolean) => UploadFault | undefined
}

/** Resumable uploads: a session, then bytes in one or many requests, each of which may break. */
export function serveUploads(app: Hono<RecordedEnv>, parts: Parts) {
  const { grants, files, clock, takeFault } = parts
  const sessions = new Map<string, Session>()

  app.post(PATH, async (c) => {
    const grant = driveGrant(c, grants)
    if (grant instanceof Response) return grant
    if (c.req.query('uploadType') !== 'resumable') return failed('badRequest', { message: 'Only resumable uploads are known here.' })
    const metadata = await readMetadata(c)
    if (metadata instanceof Response) return metadata
    const length = c.req.header('x-upload-content-length')
    if (length !== undefined && !/^\d+$/.test(length)) return failed('badRequest', { message: 'Invalid X-Upload-Content-Length' })
    const total = length === undefined ? null : Number(length)
    const fault = files.faultOf(metadata, grant, total ?? 0)
    if (fault) return failed(fault)
    const id = randomBytes(24).toString('base64url')
    const mimeType = c.req.header('x-upload-content-type') ?? metadata.mimeType
    const expiresAt = clock.seconds() + SESSION_SECONDS
    sessions.set(id, { id, grant, metadata: { ...metadata, mimeType }, total, parts: [], stored: 0, expiresAt, done: null })
    const location = new URL(c.req.url)
    location.searchParams.set('upload_id', id)
    return c.body(null, 200, { location: location.href, 'x-guploader-uploadid': id })
  })

  // The address is the permission: a token is neither needed nor looked at.
  app.put(PATH, async (c) => {
    const session = sessions.get(c.req.query('upload_id') ?? '')
    if (!session || session.expiresAt <= clock.seconds()) return failed('notFound')
    if (takeFault((fault) => fault.kind === 'session-gone')) {
      sessions.delete(session.id)
      return failed('notFound')
    }
    const range = readRange(c, session)
    if (range instanceof Response) return range
    if (range !== 'status') {
      const broken = await receive(c, { session, range, takeFault })
      if (broken) return broken
    }
    return progress(c, session, files)
  })

  app.delete(PATH, (c) => {
    sessions.delete(c.req.query('upload_id') ?? '')
    // The status Google answers a cancelled upload with.
    return new Response(null, { status: 499 })
  })

  return { reset: () => sessions.clear() }
}

/** The part of the file in this request; `status` asks for the stored range. */
function readRange(c: Context, session: Session): Range | 'status' | Response {
  const length = Number(c.req.header('content-length') ?? Number.NaN)
  const header = c.req.header('content-range')
  if (header === undefined) {
    if (session.stored > 0) return failed('badRequest', { message: 'The upload has begun: Content-Range is missing.' })
    if (!Number.isInteger(length)) return failed('badRequest', { status: 411, message: 'Content-Length is missing.' })
    if (session.total !== null && session.total !== length) return failed('badRequest', { message: 'Another length was announced.' })
    return { from: 0, to: length - 1, total: length }
  }
  const [, from, to, total] = /^bytes (?:(\d+)-(\d+)|\*)\/(\d+)$/.exec(header) ?? []
  if (total === undefined) return failed('badRequest', { message: 'Invalid Content-Range' })
  if (session.total !== null && session.total !== Number(total)) return failed('badRequest', { message: 'Another length was announced.' })
  if (from === undefined || to === undefined) return length === 0 ? 'status' : failed('badRequest', { message: 'A question has no body.' })
  const range = { from: Number(from), to: Number(to), total: Number(total) }
  const size = range.to - range.from + 1
  const isLast = range.to === range.total - 1
  if (size < 1 || size !== length || range.to >= range.total)
    return failed('badRequest', { message: 'Content-Range does not fit the body.' })
  if (!isLast && size % CHUNK_UNIT !== 0) return failed('badRequest', { message: 'Chunks are multiples of 262144 bytes.' })
  if (range.from !== session.stored) return failed('badRequest', { message: `The next byte is ${session.stored}.` })
  return range
}

/** Stores the bytes as they come. Gives an answer only where a fault breaks the connection. */
async function receive(c: Context<RecordedEnv>, upload: { session: Session; range: Range; takeFault: Parts['takeFault'] }) {
  const { session, range, takeFault } = upload
  session.total = range.total
  const cut = takeFault((fault) => fault.kind === 'cut-upload' && fault.at >= range.from && fault.at <= range.to)
  const half = cut ? undefined : takeFault((fault) => fault.kind === 'half-stored')
  const end = cut?.kind === 'cut-upload' ? cut.at : half ? range.from + halfOf(range.to - range.from + 1) : range.to + 1
  // Without a network (a test that asks the app itself) there is no socket to listen to or to break.
  for await (const chunk of c.req.raw.body ?? []) {
    const part = new Uint8Array(chunk).subarray(0, Math.max(0, end - session.stored))
    session.parts.push(part)
    session.stored += part.byteLength
    if (cut && session.stored >= end) break
  }
  if (!cut) return null
  c.env?.incoming?.socket?.destroy()
  return new Response(null, { status: 499 })
}

function halfOf(size: number): number {
  const half = Math.floor(size / 2)
  return half < CHUNK_UNIT ? half : half - (half % CHUNK_UNIT)
}

/** 308 with what has arrived, or the finished file. */
function progress(c: Context, session: Session, files: Files): Response {
  if (session.done) return shown(c, session.done)
  if (session.total === null || session.stored < session.total) {
    const range: Record<string, string> = session.stored > 0 ? { range: `bytes=0-${session.stored - 1}` } : {}
    return new Response(null, { status: 308, headers: range })
  }
  const file = files.create(session.metadata, session.grant, Buffer.concat(session.parts))
  session.parts = []
  if (typeof file === 'string') return failed(file)
  session.done = file
  return shown(c, file)
}
