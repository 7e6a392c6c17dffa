import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { uploadFile } from '../../api/upload-file.ts'

export interface Uploads {
  /** Share of all bytes sent, 0 to 1; null while nothing is being sent. */
  share: number | null
  /** What went wrong, or how many arrived where not all did. */
  problem: string | null
  send(files: readonly File[]): Promise<void>
}

/** Sends photos one after another; those that fail are named, the others stay. */
export function useUploads(): Uploads {
  const client = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function send(files: readonly File[]) {
    setProblem(null)
    setShare(0)
    const failures: { name: string; reason: string }[] = []
    for (const [index, file] of files.entries()) {
      try {
        await uploadFile(file, 'media', { onProgress: (part) => setShare((index + part) / files.length) })
      } catch (cause) {
        failures.push({ name: file.name, reason: errorText(cause) })
      }
    }
    await client.invalidateQueries({ queryKey: orpc.media.key() })
    setShare(null)
    setProblem(textOf(failures, files.length))
  }

  return { share, problem, send }
}

function textOf(failures: readonly { name: string; reason: string }[], total: number): string | null {
  const [first] = failures
  if (!first) return null
  const reasons = new Set(failures.map((failure) => failure.reason))
  const why = reasons.size === 1 ? ` ${first.reason}` : ''
  if (failures.length === total) return `Failed to upload files. Please try again.${why}`
  const names = failures.map((failure) => failure.name).join(', ')
  return `Successfully uploaded ${total - failures.length} files. Failed to upload: ${names}${why && `.${why}`}`
}
