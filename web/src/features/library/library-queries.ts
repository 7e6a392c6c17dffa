import { MEDIA_BLOCK, SIGNED_URL_SECONDS } from '@ninesixteen/shared/api/limits'
import type { LibraryPhoto, MediaOverview } from '@ninesixteen/shared/api/media'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, orpc } from '../../api/client.ts'
import { readPhotoPage, type PhotoQuery } from '../../api/library-photos.ts'
import { pause } from '../../api/retry-lost-request.ts'
import { queryClient } from '../../app/query-client.ts'
import { idsOf } from './photo-ids.ts'
import { isMoving } from './use-settled.ts'

/** The thumbnails' links have to be asked for anew before they end. */
const LINKS_MS = (SIGNED_URL_SECONDS / 2) * 1000
/** Numbers are looked at again after this when the page is come back to: other tabs change the library too. */
const NUMBERS_MS = 60_000
/** While the page scrolls, what is only passed by is not asked for: it has to stay in sight for so long. */
const PASSING_MS = 60

/** The numbers of a library, and what was looked for to get them. */
export interface FoundPhotos extends MediaOverview {
  query: PhotoQuery
}

/** How many photos a search finds in which sections. Comes with the first photos, so that what was shown before is replaced at once. */
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
    staleTime: NUMBERS_MS,
    placeholderData: keepPreviousData,
  })
}

/** Where the blocks of a section end, so that any of them can be asked for without those before it. */
const marksQuery = (query: PhotoQuery, section: string) =>
  orpc.media.marks.queryOptions({ input: { ...query, section, every: MEDIA_BLOCK }, staleTime: LINKS_MS })

/** Photos of a section from the `index`th block on, as many as a block has. */
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

/** The ids of all photos found, in the order in which they are shown. */
export function orderQuery(query: PhotoQuery) {
  return queryOptions({
    queryKey: orpc.media.ids.key({ input: query }),
    queryFn: async ({ signal }) => idsOf((await api.media.ids(query, { signal })).ids),
    staleTime: NUMBERS_MS,
  })
}

export const tagsQuery = orpc.media.tags.queryOptions({ staleTime: NUMBERS_MS })

let running: Promise<void> | null = null
let isWanted = false

async function refreshAll(): Promise<void> {
  do {
    isWanted = false
    // What nobody looks at is forgotten: it would be shown as it was before it comes anew.
    queryClient.removeQueries({ queryKey: orpc.media.key(), type: 'inactive' })
    await queryClient.invalidateQueries({ queryKey: orpc.media.key() })
  } while (isWanted)
  running = null
}

/** Asks for all that is shown of the library again, after something of it changed. Of many calls at once, those that wait become one. */
export function refreshLibrary(): Promise<void> {
  isWanted = true
  running ??= refreshAll()
  return running
}
