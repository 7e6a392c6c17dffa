import { decodePhotoMap, type PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import { useQuery } from '@tanstack/react-query'
import { orpc } from './client.ts'

/** Most paths of one request. */
const PATHS_MAX = 200

const NONE: ReadonlyMap<string, PhotoMap> = new Map()

/** The maps of photos that slides show; empty until they are loaded. Photos without one are left out. */
export function usePhotoMaps(paths: readonly string[]): ReadonlyMap<string, PhotoMap> {
  const wanted = [...new Set(paths)].slice(0, PATHS_MAX)
  const { data = NONE } = useQuery({
    ...orpc.files.maps.queryOptions({ input: { paths: wanted }, enabled: wanted.length > 0, staleTime: Infinity }),
    select: (maps): ReadonlyMap<string, PhotoMap> =>
      new Map(
        maps.flatMap((text, at) => {
          const [path, map] = [wanted[at], text === null ? null : decodePhotoMap(text)]
          return path !== undefined && map ? [[path, map] as const] : []
        }),
      ),
  })
  return data
}
