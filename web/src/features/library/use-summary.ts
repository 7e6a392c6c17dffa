import type { MediaSummary, MediaUsage } from '@ninesixteen/shared/api/media'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { callsOf } from './photo-ids.ts'
import type { AskedPhotos } from './use-requested-dialog.ts'

/** Apart from what is asked of the library: photos that were just deleted are not to be asked about again. */
export const SUMMARIES = ['media-summary']

function added<Counted extends { count: number }>(lists: readonly Counted[][], nameOf: (one: Counted) => string): Counted[] {
  const sums = new Map<string, Counted>()
  for (const one of lists.flat()) {
    const known = sums.get(nameOf(one))
    sums.set(nameOf(one), known ? { ...known, count: known.count + one.count } : one)
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count)
}

/** Companies and tags of some photos, however many. Nothing is asked about null. */
export function useSummary(asked: AskedPhotos | null) {
  return useQuery({
    queryKey: [...SUMMARIES, asked?.key],
    queryFn: async ({ signal }): Promise<MediaSummary> => {
      const parts = await Promise.all(callsOf(asked?.ids ?? []).map((call) => api.media.summary({ ids: call }, { signal })))
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
    enabled: asked !== null,
    gcTime: 0,
  })
}

interface Places<Place> {
  total: number
  named: Place[]
}

/** Of several calls, each place once. Places that no call names are counted by the call that has most of them: they may be the same ones. */
function together<Place extends { id: string }>(parts: readonly Places<Place>[]): Places<Place> {
  const named = new Map(parts.flatMap((part) => part.named).map((one) => [one.id, one]))
  return { total: Math.max(named.size, ...parts.map(({ total }) => total)), named: [...named.values()] }
}

async function readUsage(ids: readonly string[], signal: AbortSignal): Promise<MediaUsage> {
  const parts: MediaUsage[] = []
  for (const call of callsOf(ids)) parts.push(await api.media.usage({ ids: call }, { signal }))
  return {
    photos: parts.reduce((sum, { photos }) => sum + photos, 0),
    projects: together(parts.map((part) => part.projects)),
    versions: together(parts.map((part) => part.versions)),
    posts: together(parts.map((part) => part.posts)),
    modes: together(parts.map((part) => part.modes)),
    companies: together(parts.map((part) => part.companies)),
  }
}

/** What shows some photos. */
export function useUsage(asked: AskedPhotos | null) {
  return useQuery({
    queryKey: ['media-usage', asked?.key],
    queryFn: ({ signal }) => readUsage(asked?.ids ?? [], signal),
    enabled: asked !== null,
    gcTime: 0,
    staleTime: 0,
  })
}
