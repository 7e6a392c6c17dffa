import type { PlatformId } from '@ninesixteen/shared/platforms'
import { hasAiLabel } from '@ninesixteen/shared/publishing/platforms'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { Tx } from '../db/db.ts'
import { readCredits } from '../photos/photo-credits.ts'
import { filesOf } from '../photos/slide-photos.ts'

interface Labelled {
  platform: PlatformId
  options: Record<string, unknown>
}

/** Whether slides show a photo that an AI made. */
export async function showsAiPhotos(tx: Tx, userId: string, slides: readonly Slide[]): Promise<boolean> {
  return (await readCredits(tx, userId, filesOf(slides))).some(({ madeByAi }) => madeByAi)
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
  return (await showsAiPhotos(tx, userId, snapshot)) ? targets.map(withAiLabel) : targets
}
