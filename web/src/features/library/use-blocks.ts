import { MEDIA_BLOCK } from '@ninesixteen/shared/api/limits'
import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { useQueries } from '@tanstack/react-query'
import type { PhotoQuery } from '../../api/library-photos.ts'
import { blockQuery } from './library-queries.ts'

/** Photos asked for before the first and after the last that is drawn. */
const AHEAD = MEDIA_BLOCK / 2

/** Photos of a section by their place; undefined while they are on their way. */
export type PhotoAt = (place: number) => LibraryPhoto | undefined

/** Loads what is drawn of a section, from one place to another, and some around it. */
export function useBlocks(query: PhotoQuery, section: { id: string; count: number }, drawn: { from: number; to: number }): PhotoAt {
  const first = Math.floor(Math.max(0, drawn.from - AHEAD) / MEDIA_BLOCK)
  const last = Math.floor(Math.max(0, Math.min(section.count, drawn.to + AHEAD) - 1) / MEDIA_BLOCK)
  const blocks = useQueries({
    queries: Array.from({ length: last - first + 1 }, (_, index) => blockQuery(query, section.id, first + index)),
  })
  return (place) => blocks[Math.floor(place / MEDIA_BLOCK) - first]?.data?.[place % MEDIA_BLOCK]
}
