import { MEDIA_BLOCK, SIGNED_URL_SECONDS } from '@ninesixteen/shared/api/limits'
import type { LibraryPhoto, MediaOverview } from '@ninesixteen/shared/api/media'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, orpc } from '../../api/client.ts'
import { readPhotoPage, type PhotoQuery } from '../../api/library-photos.ts'
import { pause } from '../../api/retry-lost-request.ts'
import { queryClient } from '../../app/query-client.ts'
import { idsOf } from './photo-ids.ts'
import { isMoving } from './use-settled.ts'

/** Thumbnail URLs have to be renewed before they expire. */
const LINKS_MS = (SIGNED_URL_SECONDS / 2) * 1000
/** Counts go stale after this time, because other tabs change the library too. */
const COUNTS_MS = 60_000
/** While scrolling, a block is loaded only if it stays visible for this time. */
const PASSING_MS = 60

/** The counts of a search, with its query. */
export interface FoundPhotos extends MediaOverview {
  query: PhotoQuery
}

/** Number of photos per section. Resolves together with the first photos, so that the previous results are replaced in one step. */
export function overviewQuery(query: PhotoQuery) {
  return queryOptions({
    queryKey: orpc.media.overview.key({ input: query }),
    queryFn: async ({ signal }): Promise<FoundPhotos> => {
      const overview = await api.media.overview(query, { signal })
      let shown = 0
      const first = overview.sections.filter(({ count }) => (shown += count) - count < MEDIA_BLOCK)
      await Promise.all(first.map(({ section }) => queryClient.prefetchQuery(blockQuery(query, section, 0))))
      return { ...overview, query }
    },
    staleTime: COUNTS_MS,
    placeholderData: keepPreviousData,
  })
}

/** The cursors of a section's blocks, for loading any block without the previous ones. */
const marksQuery = (query: PhotoQuery, section: string) =>
  orpc.media.marks.queryOptions({ input: { ...query, section, every: MEDIA_BLOCK }, staleTime: LINKS_MS })

/** The photos of one block of a section. */
export function blockQuery(query: PhotoQuery, section: string, index: number) {
  const page = { ...query, section, limit: MEDIA_BLOCK }
  return queryOptions({
    queryKey: [...orpc.media.list.key({ input: page }), index],
    queryFn: async ({ signal }): Promise<readonly LibraryPhoto[]> => {
      if (index === 0) return (await readPhotoPage(page, signal)).items
      if (isMoving()) await pause(PASSING_MS, signal)
      const { marks } = await queryClient.ensureQueryData(marksQuery(query, section))
      const after = marks[index - 1]
      return after === undefined ? [] : (await readPhotoPage({ ...page, after }, signal)).items
    },
    staleTime: LINKS_MS,
  })
}

/** The ids of all found photos in display order. */
export function orderQuery(query: PhotoQuery) {
  return queryOptions({
    queryKey: orpc.media.ids.key({ input: query }),
    queryFn: async ({ signal }) => idsOf((await api.media.ids(query, { signal })).ids),
    staleTime: COUNTS_MS,
  })
}

export const tagsQuery = orpc.media.tags.queryOptions({ staleTime: COUNTS_MS })

let running: Promise<void> | null = null
let isRequested = false

async function refreshAll(): Promise<void> {
  do {
    isRequested = false
    // Inactive queries are removed, else they would show outdated photos first.
    queryClient.removeQueries({ queryKey: orpc.media.key(), type: 'inactive' })
    await queryClient.invalidateQueries({ queryKey: orpc.media.key() })
  } while (isRequested)
  running = null
}

/** Reloads all library queries after a change. Calls during a reload share the next one. */
export function refreshLibrary(): Promise<void> {
  isRequested = true
  running ??= refreshAll()
  return running
}
