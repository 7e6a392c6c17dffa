import type { PlatformId } from '@ninesixteen/shared/platforms'
import { hasAiLabel } from '@ninesixteen/shared/publishing/platforms'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Tx } from '../db/db.ts'
import { readOrigins } from '../photos/file-credits.ts'

interface Labelled {
  platform: PlatformId
  options: Record<string, unknown>
}

/** The target with the label "made with AI", where its network has one and the request doesn't decide. */
export function withAiLabel<T extends Labelled>(target: T): T {
  const { platform, options } = target
  return hasAiLabel(platform) && options['aiGenerated'] === undefined ? { ...target, options: { ...options, aiGenerated: true } } : target
}

/** Labels posts that show photos made by AI. */
export async function labelled<T extends Labelled>(
  tx: Tx,
  userId: string,
  { targets, snapshot }: { targets: T[]; snapshot: readonly Slide[] },
): Promise<T[]> {
  const { hasAiPhotos } = await readOrigins(tx, userId, snapshot)
  return hasAiPhotos ? targets.map(withAiLabel) : targets
}

/** The options of a post whose slides change: its label follows photos made by AI that appear or disappear, and stays as it is otherwise. */
export async function relabelled(
  tx: Tx,
  userId: string,
  { platform, options, before, after }: Labelled & { before: readonly Slide[]; after: readonly Slide[] },
): Promise<Labelled['options']> {
  if (!hasAiLabel(platform)) return options
  const [had, has] = [await readOrigins(tx, userId, before), await readOrigins(tx, userId, after)]
  return had.hasAiPhotos === has.hasAiPhotos ? options : { ...options, aiGenerated: has.hasAiPhotos }
}
