import { paths } from './paths.ts'

/** Paths of the server-rendered public pages. */
export const PUBLIC_PATHS: readonly string[] = [
  paths.home,
  paths.pricing,
  paths.try,
  paths.auth,
  paths.privacy,
  paths.terms,
  paths.dataDeletion,
  paths.apiReference,
]

const studioPaths = new Set(
  Object.values(paths)
    .map((path) => path.replace(/\?.*/, ''))
    .filter((path) => !PUBLIC_PATHS.includes(path)),
)

/** Whether the studio's router has this path: every path in `paths` that is not public, and manual posting pages by token. */
export function isStudioPath(path: string): boolean {
  return studioPaths.has(path) || path.startsWith(`${paths.manualPosting}/`)
}
