import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import { textLimits } from '@ninesixteen/shared/publishing/platforms'
import { creditLines, creditsByDefault, uniqueCredits, withCredits } from '@ninesixteen/shared/stock/credit'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import { cutText } from '@ninesixteen/shared/text/rules'
import type { Tx } from '../db/db.ts'
import { readProjectCredits } from '../photos/file-credits.ts'
import { readMusicCredits } from '../sound/project-sound.ts'

/** The credits of what a post shows: the photos of its slideshow, and the music of a video. */
export async function readPostCredits(
  tx: Tx,
  userId: string,
  { projectId, kind }: { projectId: string; kind: PostKind },
): Promise<Credit[]> {
  const photos = await readProjectCredits(tx, userId, projectId)
  return kind === 'video' ? uniqueCredits([...photos, ...(await readMusicCredits(tx, userId, projectId))]) : photos
}

/** Empty lines between caption, description and credits, in characters. */
const SEPARATORS = 4

interface Credited {
  credits: readonly Credit[]
  caption: string
  platform: PlatformId
  kind: PostKind
}

/** The description with its credits. It is cut rather than they are, where a network makes one text of caption and description. */
export function withDefaultCredits(description: string, { credits, caption, platform, kind }: Credited): string {
  if (!creditsByDefault(credits)) return description
  const most = textLimits([platform], kind).description - caption.length - creditLines(credits).length
  return withCredits(cutText(description, Math.max(0, most - SEPARATORS)), credits, true)
}
