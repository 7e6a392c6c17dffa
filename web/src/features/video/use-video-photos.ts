import { PHOTO_DATA_TRIES, PHOTO_DATA_TRY_MS, photosAfterTries } from '@ninesixteen/shared/video/photos'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { orpc } from '../../api/client.ts'
import { videoPhotosQuery } from '../../api/library-photos.ts'

export interface VideoPhotos {
  /** In the order they are shown; null while they may still come. The same list as long as it has the same photos. */
  photos: readonly string[] | null
  /** The library could not be asked. */
  failed: boolean
  retry(): void
}

export interface VideoOf {
  projectId: string
  companyId: string | null
  background: string | null
}

/** Looks 20 times, 100 ms apart, whether the library has come. What comes later still takes the place of what stood in for it. */
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
  // A refetch gives a new list with the same photos: the same array then, so that nothing is drawn again.
  const photos = useMemo(() => (key === null ? null : key.split('\n').filter((path) => path !== '')), [key])
  return { photos, failed: list.isError, retry: () => void list.refetch() }
}
