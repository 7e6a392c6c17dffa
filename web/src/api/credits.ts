import type { Slide } from '@ninesixteen/shared/slide/model'
import { isStarterPath } from '@ninesixteen/shared/slide/starter-photos'
import { orpc } from './client.ts'

/** Most paths of one request. */
const PATHS_MAX = 200

/** Storage paths of the user's photos that slides show. */
export function photoPathsOf(slides: readonly Slide[], more: readonly string[] = []): string[] {
  const paths = slides.flatMap(({ backgroundImage, imageBoxes }) => [backgroundImage, ...imageBoxes.map(({ imageUrl }) => imageUrl)])
  const own = [...paths, ...more].filter((path) => path !== null && !isStarterPath(path))
  return [...new Set(own)].slice(0, PATHS_MAX) as string[]
}

/** The credits of photos, which never change. */
export function shownCreditsQuery(paths: readonly string[]) {
  return orpc.files.credits.queryOptions({ input: { paths: [...paths] }, enabled: paths.length > 0, staleTime: 3_600_000 })
}
