import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { VideoPlan, PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { PostTime } from '../post-request.ts'
import type { PostRow } from '../post-rows.ts'

/** A post before it goes out, as far as it matters for whether it can. */
export interface PlannedPost {
  /** Null for one that is not made yet. */
  id: string | null
  projectId: string | null
  platform: PlatformId
  accountId: string
  options: Record<string, unknown>
  kind: PostKind
  caption: string
  description: string
  /** Slides, or the frames that a video shows in turn. */
  pictures: number
  /** They themselves, where it matters what is on them. */
  snapshot: readonly Slide[]
  video: VideoPlan | null
  /** Null for a draft, which may still be incomplete. */
  time: PostTime
  timeZone: string
  /** Its files are there: what becomes of the photos they show is of no account any more. */
  isRendered: boolean
}

/** A stored post, planned for a time. */
export function plannedOf(row: PostRow, { time, isRendered = true }: { time: PostTime; isRendered?: boolean }): PlannedPost {
  const { id, projectId, accountId, options, kind, caption, description, snapshot, film: video, timeZone } = row
  const platform = row.platform as PlatformId
  const texts = { caption, description }
  return {
    id,
    projectId,
    platform,
    accountId,
    options,
    kind,
    ...texts,
    pictures: snapshot.length,
    snapshot,
    video,
    time,
    timeZone,
    isRendered,
  }
}
