import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'
import { z } from 'zod'
import { UPLOAD_MAX_BYTES, UPLOAD_PURPOSES } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import { isDiskFull } from '../storage/store/folder-store.ts'
import { plainName } from './plain-name.ts'
import { unfinishedFileName } from '../storage/sweep/unfinished-uploads.ts'

/** The form around the file: boundaries, headers, two short fields. */
const FORM_MAX_BYTES = 16 * 1024

const fieldsSchema = z.discriminatedUnion('purpose', [
  z.object({ purpose: z.literal('media'), id: z.uuid() }),
  z.object({ purpose: z.enum(UPLOAD_PURPOSES).exclude(['media']), id: z.undefined().optional() }),
])

export interface ReceivedUpload {
  /** The temporary file, which `discard` deletes. */
  file: string
  filename: string
  fields: z.infer<typeof fieldsSchema>
  discard(): Promise<void>
}

/**
 * Streams a multipart form (`file`, `purpose`, for media `id`) to a file on disk, and stops at the size limit: uploads are never held in
 * memory.
 */
export async function receiveUpload(request: Request, folder: string): Promise<ReceivedUpload> {
  const type = request.headers.get('content-type') ?? ''
  if (!request.body || !/^multipart\/form-data;.*boundary=/i.test(type)) throw new AppError('INVALID_INPUT', { fields: 'file' })
  if (Number(request.headers.get('content-length')) > UPLOAD_MAX_BYTES + FORM_MAX_BYTES) throw tooLarge()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, unfinishedFileName(randomUUID()))
  const discard = () => rm(file, { force: true })
  try {
    const form = await readForm(request.body, type, file)
    return { file, filename: form.filename, fields: parseFields(form.fields), discard }
  } catch (error) {
    await discard()
    throw uploadError(error)
  }
}

/** Streams a raw body, such as a program sends it, to a file on disk, and stops at the size limit. */
export async function receiveFile(
  request: Request,
  folder: string,
  limit = UPLOAD_MAX_BYTES,
): Promise<Pick<ReceivedUpload, 'file' | 'discard'>> {
  if (!request.body) throw new AppError('INVALID_INPUT', { fields: 'body' })
  if (Number(request.headers.get('content-length')) > limit) throw tooLarge(limit)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, unfinishedFileName(randomUUID()))
  const discard = () => rm(file, { force: true })
  try {
    await pipeline(
      Readable.fromWeb(request.body),
      (parts) => limitBytes(parts, limit),
      createWriteStream(file, { flags: 'wx', mode: 0o600 }),
    )
    return { file, discard }
  } catch (error) {
    await discard()
    throw uploadError(error)
  }
}

async function* limitBytes(parts: AsyncIterable<Uint8Array>, limit: number): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const part of parts) {
    bytes += part.byteLength
    if (bytes > limit) throw tooLarge(limit)
    yield part
  }
}

function tooLarge(limit = UPLOAD_MAX_BYTES): AppError {
  return new AppError('UPLOAD_TOO_LARGE', { limit: `${limit / 1024 / 1024} MB` })
}

/** A disk error is ours; any other is an invalid form. */
function uploadError(error: unknown): AppError {
  if (error instanceof AppError) return error
  if (isDiskFull(error)) return new AppError('STORAGE_FULL', {}, { cause: error })
  const isOurs = error instanceof Error && 'syscall' in error
  return isOurs ? new AppError('UPLOAD_FAILED', {}, { cause: error }) : new AppError('INVALID_INPUT', { fields: 'file' }, { cause: error })
}

function parseFields(fields: Record<string, string>): ReceivedUpload['fields'] {
  const parsed = fieldsSchema.safeParse(fields)
  if (!parsed.success) throw new AppError('INVALID_INPUT', { fields: parsed.error.issues[0]?.path.join('.') || 'purpose' })
  return parsed.data
}

async function readForm(
  body: ReadableStream<Uint8Array>,
  type: string,
  path: string,
): Promise<{ filename: string; fields: Record<string, string> }> {
  const fields: Record<string, string> = Object.create(null)
  let filename: string | undefined
  let written: Promise<void> | undefined
  const stop = new AbortController()
  const limits = { files: 1, fields: 4, parts: 6, fileSize: UPLOAD_MAX_BYTES, fieldSize: 200, headerPairs: 20, headerSize: 4096 }
  const form = new Busboy({ headers: { 'content-type': type }, limits })

  form.on('field', (name, value) => {
    fields[name] = value
  })
  form.on('file', (name, stream: BusboyFileStream, given) => {
    if (name !== 'file' || written) return void stream.resume()
    filename = plainName(given)
    stream.on('limit', () => stop.abort(tooLarge()))
    written = pipeline(stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }), { signal: stop.signal })
    // A failed write aborts reading; the error itself is awaited below.
    written.catch((error: unknown) => stop.abort(error))
  })

  try {
    await pipeline(Readable.fromWeb(body), form, { signal: stop.signal })
    await written
  } catch (error) {
    throw stop.signal.aborted ? stop.signal.reason : error
  }
  if (filename === undefined) throw new AppError('INVALID_INPUT', { fields: 'file' })
  return { filename, fields }
}
