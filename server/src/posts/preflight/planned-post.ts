import type { PlatformId } from '@ninesixteen/shared/platforms'
import type { VideoPlan, PostKind } from '@ninesixteen/shared/publishing/delivery'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { PostTime } from '../post-request.ts'
import type { PostRow } from '../post-rows.ts'

/** A post to check before it is sent. */
export interface PlannedPost {
  /** Null for a new post. */
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
  /** The slides, for checks of their content. */
  snapshot: readonly Slide[]
  video: VideoPlan | null
  /** Null for a draft, which may still be incomplete. */
  time: PostTime
  timeZone: string
  /** Whether its files are rendered, so that missing photos no longer matter. */
  isRendered: boolean
}

/** A stored post at a new time. */
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
