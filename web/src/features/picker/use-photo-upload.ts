import type { MediaItem } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { isPhotoFile, uploadFile } from '../../api/upload-file.ts'

export interface PhotoUpload {
  /** Progress from 0 to 1; null without an upload. */
  share: number | null
  problem: string | null
  send(files: readonly File[]): Promise<MediaItem[]>
}

/** The server's reason for a rejected file, else the specified text. */
function reasonOf(error: unknown): string {
  const { code, status, message } = toApiError(error)
  const isReason = code !== 'INTERNAL' && status >= 400
  return isReason ? message : 'Failed to upload file. Please try again.'
}

/** Uploads photos to the library and links them to the company, if any. Names the files that fail. */
export function usePhotoUpload(companyId: string | null): PhotoUpload {
  const client = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function send(files: readonly File[]): Promise<MediaItem[]> {
    const photos = files.filter((file) => file.type === '' || isPhotoFile(file))
    if (photos.length === 0) {
      setProblem(new AppError(files.every(({ size }) => size === 0) ? 'UPLOAD_EMPTY' : 'UPLOAD_NOT_IMAGE').message)
      return []
    }
    setProblem(null)
    setShare(0)
    const arrived: MediaItem[] = []
    const failures: string[] = []
    for (const [index, file] of photos.entries()) {
      try {
        const { media } = await uploadFile(file, 'media', { onProgress: (part) => setShare((index + part) / photos.length) })
        if (media) arrived.push(media)
      } catch (error) {
        failures.push(photos.length === 1 ? reasonOf(error) : `${file.name}: ${reasonOf(error)}`)
      }
    }
    try {
      if (companyId !== null && arrived.length > 0) await api.media.link({ ids: arrived.map((item) => item.id), companyId })
    } catch (thrown) {
      const { code, message } = toApiError(thrown)
      failures.push(code === 'INTERNAL' ? 'Failed to link media to company' : message)
    }
    await client.invalidateQueries({ queryKey: orpc.media.key() })
    setShare(null)
    setProblem(failures.length > 0 ? failures.join(' ') : null)
    return arrived
  }

  return { share, problem, send }
}
