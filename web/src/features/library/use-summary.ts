import type { MediaSummary, MediaUsage } from '@ninesixteen/shared/api/media'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { batchesOf } from './photo-ids.ts'
import type { DialogPhotos } from './use-photo-dialogs.ts'

/** Separate from the library's key, so that a reload doesn't request summaries of deleted photos. */
export const SUMMARIES = ['media-summary']

function added<Counted extends { count: number }>(lists: readonly Counted[][], nameOf: (one: Counted) => string): Counted[] {
  const sums = new Map<string, Counted>()
  for (const one of lists.flat()) {
    const known = sums.get(nameOf(one))
    sums.set(nameOf(one), known ? { ...known, count: known.count + one.count } : one)
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count)
}

/** Companies and tags of any number of photos. Disabled for null. */
export function useSummary(photos: DialogPhotos | null) {
  return useQuery({
    queryKey: [...SUMMARIES, photos?.key],
    queryFn: async ({ signal }): Promise<MediaSummary> => {
      const parts = await Promise.all(batchesOf(photos?.ids ?? []).map((call) => api.media.summary({ ids: call }, { signal })))
      return {
        companies: added(
          parts.map(({ companies }) => companies),
          ({ id }) => id,
        ),
        tags: added(
          parts.map(({ tags }) => tags),
          ({ tag }) => tag,
        ),
      }
    },
    enabled: photos !== null,
    gcTime: 0,
  })
}

interface Places<Place> {
  total: number
  named: Place[]
}

/** Merges the uses of several batches without duplicates. Unnamed uses may be the same ones, so the highest total counts. */
function together<Place extends { id: string }>(parts: readonly Places<Place>[]): Places<Place> {
  const named = new Map(parts.flatMap((part) => part.named).map((one) => [one.id, one]))
  return { total: Math.max(named.size, ...parts.map(({ total }) => total)), named: [...named.values()] }
}

async function readUsage(ids: readonly string[], signal: AbortSignal): Promise<MediaUsage> {
  const parts: MediaUsage[] = []
  for (const call of batchesOf(ids)) parts.push(await api.media.usage({ ids: call }, { signal }))
  return {
    photos: parts.reduce((sum, { photos }) => sum + photos, 0),
    projects: together(parts.map((part) => part.projects)),
    versions: together(parts.map((part) => part.versions)),
    posts: together(parts.map((part) => part.posts)),
    modes: together(parts.map((part) => part.modes)),
    templates: together(parts.map((part) => part.templates ?? { total: 0, named: [] })),
    companies: together(parts.map((part) => part.companies)),
  }
}

/** Where the photos are used. */
export function useUsage(photos: DialogPhotos | null) {
  return useQuery({
    queryKey: ['media-usage', photos?.key],
    queryFn: ({ signal }) => readUsage(photos?.ids ?? [], signal),
    enabled: photos !== null,
    gcTime: 0,
    staleTime: 0,
  })
}
