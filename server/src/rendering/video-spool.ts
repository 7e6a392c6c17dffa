import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@ninesixteen/shared/errors'
import { isDiskFull } from '../storage/store/folder-store.ts'

/** Returns a chunk, any number of times. */
export type SpooledChunk = () => Promise<Uint8Array>

/** Chunks of a video: in memory up to a limit, then on disk. */
export interface VideoSpool {
  /** Throws STORAGE_FULL when the disk is full. */
  add(piece: Uint8Array): Promise<SpooledChunk>
  /** Chunks can't be read afterwards. */
  close(): Promise<void>
}

/** A video of 34 photos is 6 MB and stays in memory; one of 35 slides with cross-fades is 100 MB. */
const MEMORY_BYTES = 8_000_000

export function createVideoSpool(folder: string, memoryBytes = MEMORY_BYTES): VideoSpool {
  let inMemory = 0
  let file: Promise<FileHandle> | null = null
  let written = 0

  return {
    async add(piece) {
      if (inMemory + piece.byteLength <= memoryBytes) {
        inMemory += piece.byteLength
        // A copy, because its buffer may be much larger.
        const copy = piece.slice()
        return async () => copy
      }
      const handle = await (file ??= openNameless(folder))
      // The closure must not refer to the piece, or it would stay in memory as well.
      const [at, length] = [written, piece.byteLength]
      written += length
      await writeAll(handle, piece, at)
      return () => readAll(handle, at, length)
    },
    async close() {
      // A failed open has thrown already.
      const handle = await file?.catch(() => null)
      file = null
      await handle?.close()
    },
  }
}

/** Unlinked, so that nothing stays when the process is killed. */
async function openNameless(folder: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true })
  const path = join(folder, `${randomUUID()}.video`)
  const handle = await open(path, 'wx+', 0o600)
  await rm(path)
  return handle
}

async function writeAll(handle: FileHandle, piece: Uint8Array, at: number): Promise<void> {
  try {
    for (let done = 0; done < piece.byteLength;) {
      const { bytesWritten } = await handle.write(piece, done, piece.byteLength - done, at + done)
      done += bytesWritten
    }
  } catch (error) {
    throw isDiskFull(error) ? new AppError('STORAGE_FULL', {}, { cause: error }) : error
  }
}

async function readAll(handle: FileHandle, at: number, length: number): Promise<Uint8Array> {
  const piece = new Uint8Array(length)
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(piece, done, length - done, at + done)
    if (bytesRead === 0) throw new Error('Video chunk is missing')
    done += bytesRead
  }
  return piece
}
