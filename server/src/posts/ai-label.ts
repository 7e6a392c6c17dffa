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
