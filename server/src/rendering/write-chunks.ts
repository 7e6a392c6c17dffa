import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@ninesixteen/shared/errors'
import { isDiskFull } from '../storage/store/folder-store.ts'
import type { VideoFile } from './video.ts'

/** Streams a rendered file to a new local one, and closes it. */
export async function writeChunks(video: Pick<VideoFile, 'chunks' | 'close'>, file: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    await mkdir(join(file, '..'), { recursive: true })
    const handle = await open(file, 'wx', 0o600)
    try {
      for await (const piece of video.chunks) {
        hash.update(piece)
        bytes += piece.byteLength
        await handle.writeFile(piece)
      }
    } finally {
      await handle.close()
    }
  } catch (error) {
    throw isDiskFull(error) ? new AppError('STORAGE_FULL', {}, { cause: error }) : error
  } finally {
    await video.close()
  }
  return { sha256: hash.digest('hex'), bytes }
}
