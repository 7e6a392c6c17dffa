import type { StockPhoto } from '@ninesixteen/shared/api/stock'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText, toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { newUuid } from '../../api/new-id.ts'
import { retryLostRequest } from '../../api/retry-lost-request.ts'

interface StoredPhoto {
  /** The service's id. */
  photoId: string
  filePath: string
}

export interface StockImport {
  /** Null while nothing is imported. */
  progress: { done: number; total: number } | null
  problem: string | null
  /** Adds photos to the library, one after another; returns those that were stored. */
  add(photos: readonly StockPhoto[]): Promise<StoredPhoto[]>
  /** Keeps what was stored. */
  cancel(): void
}

/** Errors that every further photo would meet, too. */
const ENDING = ['STORAGE_QUOTA', 'STORAGE_FULL', 'UNAUTHENTICATED', 'STORAGE_UNAVAILABLE', 'UNAVAILABLE']

/** Copies found photos into the user's library and links them to the company, if any. Names the photos that fail. */
export function useStockImport(companyId: string | null): StockImport {
  const client = useQueryClient()
  const [progress, setProgress] = useState<StockImport['progress']>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function add(photos: readonly StockPhoto[]): Promise<StoredPhoto[]> {
    const stopping = new AbortController()
    running.current = stopping
    setProblem(null)
    const stored: StoredPhoto[] = []
    const failures: string[] = []
    for (const [index, { token, credit }] of photos.entries()) {
      setProgress({ done: index, total: photos.length })
      try {
        const [id, { signal }] = [newUuid(), stopping]
        const { filePath } = await retryLostRequest(() => api.stock.import({ token, id, companyId }, { signal }), signal)
        stored.push({ photoId: credit.id, filePath })
      } catch (error) {
        if (stopping.signal.aborted) break
        const reason = errorText(error)
        failures.push(photos.length === 1 ? reason : `${credit.title || 'Photo'}: ${reason}`)
        if (ENDING.includes(toApiError(error).code)) break
      }
    }
    setProgress(null)
    setProblem(failures.length > 0 ? failures.join(' ') : null)
    if (stored.length > 0) await client.invalidateQueries({ queryKey: orpc.media.key() })
    return stored
  }

  return { progress, problem, add, cancel: () => running.current?.abort() }
}
