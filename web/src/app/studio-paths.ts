import { paths } from './paths.ts'

/** Pages that are written by the server and have nothing of the studio. */
export const PUBLIC_PATHS: readonly string[] = [
  paths.home,
  paths.pricing,
  paths.try,
  paths.auth,
  paths.privacy,
  paths.terms,
  paths.dataDeletion,
]

const studioPaths = new Set(
  Object.values(paths)
    .map((path) => path.replace(/\?.*/, ''))
    .filter((path) => !PUBLIC_PATHS.includes(path)),
)

/** Whether the studio's router draws this address: every one in `paths` that is no public page, and a post's page by its token. */
export function isStudioPath(path: string): boolean {
  return studioPaths.has(path) || path.startsWith(`${paths.handOver}/`)
}
