import { PHOTO_DATA_TRIES, PHOTO_DATA_TRY_MS, photosAfterTries } from '@ninesixteen/shared/video/photos'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { orpc } from '../../api/client.ts'
import { videoPhotosQuery } from '../../api/library-photos.ts'

export interface VideoPhotos {
  /** In order; null while loading. The array is stable while its photos are the same. */
  photos: readonly string[] | null
  /** The library couldn't be loaded. */
  failed: boolean
  retry(): void
}

export interface VideoOf {
  projectId: string
  companyId: string | null
  background: string | null
}

/** Counts the specified 20 tries, 100 ms apart, before fallback photos are used. Photos that load later still replace them. */
function useTries(waiting: boolean): number {
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (!waiting || tries >= PHOTO_DATA_TRIES) return
    const timer = setTimeout(() => setTries(tries + 1), PHOTO_DATA_TRY_MS)
    return () => clearTimeout(timer)
  }, [waiting, tries])
  return tries
}

/** The photos of a project's video. */
export function useVideoPhotos({ projectId, companyId, background }: VideoOf): VideoPhotos {
  const client = useQueryClient()
  const list = useQuery(videoPhotosQuery(projectId, companyId))
  const tries = useTries(list.data === undefined)
  const key = useMemo(() => {
    const seen = client.getQueriesData<{ photos: string[] }>({ queryKey: orpc.media.videoPhotos.key() })
    const photos = photosAfterTries(
      {
        projectId,
        background,
        library: list.data ? { all: list.data.photos, ofCompany: [] } : null,
        fallback: { backgrounds: background === null ? [] : [background], library: seen.flatMap(([, known]) => known?.photos ?? []) },
      },
      tries,
    )
    return photos?.join('\n') ?? null
  }, [client, list.data, tries, projectId, background])
  // A refetch returns a new array with the same photos, which must not render again.
  const photos = useMemo(() => (key === null ? null : key.split('\n').filter((path) => path !== '')), [key])
  return { photos, failed: list.isError, retry: () => void list.refetch() }
}
