import { MEDIA_BLOCK } from '@ninesixteen/shared/api/limits'
import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useQueries } from '@tanstack/react-query'
import type { PhotoQuery } from '../../api/library-photos.ts'
import { blockQuery } from './library-queries.ts'

/** Photos to load before and after the rendered ones. */
const AHEAD = MEDIA_BLOCK / 2

/** The photo at an index of the section; undefined while loading. */
export type PhotoAt = (place: number) => LibraryPhoto | undefined

/** Loads the rendered range of a section and some photos around it. */
export function useBlocks(query: PhotoQuery, section: { id: string; count: number }, drawn: { from: number; to: number }): PhotoAt {
  const first = Math.floor(Math.max(0, drawn.from - AHEAD) / MEDIA_BLOCK)
  const last = Math.floor(Math.max(0, Math.min(section.count, drawn.to + AHEAD) - 1) / MEDIA_BLOCK)
  const blocks = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => blockQuery(query, section.id, first + index)),
  })
  return (place) => blocks[Math.floor(place / MEDIA_BLOCK) - first]?.data?.[place % MEDIA_BLOCK]
}
