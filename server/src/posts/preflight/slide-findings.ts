import { and, eq, sql } from 'drizzle-orm'
import { logoWarning } from '@ninesixteen/shared/publishing/logos'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Tx } from '../../db/db.ts'
import { files } from '../../db/schema-photos.ts'
import type { Finding } from '../../platforms/preflight.ts'
import { hasStarterPhoto } from '../../storage/starter-photos.ts'
import type { PlannedPost } from './planned-post.ts'

const pathsOf = ({ backgroundImage, logoImage, imageBoxes }: Slide): string[] =>
  [backgroundImage, logoImage, ...imageBoxes.map((box) => box.imageUrl)].filter((path) => path !== null)

/** Paths in these posts' slides whose file the user no longer has. */
export async function missingPhotos(tx: Tx, userId: string, posts: readonly PlannedPost[]): Promise<Set<string>> {
  const snapshots = new Set(posts.filter(({ isRendered }) => !isRendered).map(({ snapshot }) => snapshot))
  const missing = new Set([...snapshots].flatMap((snapshot) => snapshot.flatMap(pathsOf)).filter((path) => !hasStarterPhoto(path)))
  if (missing.size === 0) return missing
  const stored = await tx
    .select({ path: files.path })
    .from(files)
    .where(and(eq(files.userId, userId), eq(files.state, 'stored'), sql`${files.path} = any(${sql.param([...missing])}::text[])`))
  for (const { path } of stored) missing.delete(path)
  return missing
}

/** Slides are rendered without a deleted photo; a video cannot be. */
export function photoFindings({ kind, snapshot, isRendered }: PlannedPost, missing: ReadonlySet<string>): Finding[] {
  if (isRendered) return []
  const numbers = snapshot.flatMap((slide, index) => (pathsOf(slide).some((path) => missing.has(path)) ? [index + 1] : []))
  if (numbers.length === 0) return []
  if (kind === 'video') {
    const message = `Photo ${numbers[0]} of the video was deleted. Choose another one in the slideshow.`
    return [{ code: 'photo-missing', severity: 'stop', message, fix: 'Choose another photo', fixHref: null }]
  }
  const message = `A photo on ${named(numbers)} was deleted, and ${numbers.length === 1 ? 'it goes' : 'they go'} out without it.`
  return [{ code: 'photo-missing', severity: 'warn', message, fix: 'Choose another photo', fixHref: null }]
}

/** Platforms that forbid logos may refuse the post, or take it down later. */
export function logoFindings({ platform, snapshot, options }: PlannedPost): Finding[] {
  const message = logoWarning(platform, snapshot, options)
  return message === null ? [] : [{ code: 'logo', severity: 'warn', message, fix: 'Remove the logo', fixHref: null }]
}

function named(numbers: readonly number[]): string {
  return `${numbers.length === 1 ? 'slide' : 'slides'} ${new Intl.ListFormat('en-US').format(numbers.map(String))}`
}
