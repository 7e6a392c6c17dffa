import { and } from 'drizzle-orm'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { notify } from '../notifications/notifications.ts'
import { addEvents } from './post-events.ts'
import { areOwn, isChangeable, INVALIDATE_LEASE } from './post-rows.ts'
import type { PostServices } from './post-services.ts'

export interface PostFailure {
  postId: string
  code: string
  message: string
  fix: 'project' | 'library'
}

/** Ends a post that cannot go out as it is, before anything of it was sent. */
export async function failPost({ db, jobs }: PostServices, userId: string, { postId, code, message, fix }: PostFailure): Promise<void> {
  await db.asUser(userId, async (tx) => {
    const ended = { status: 'failed' as const, delivery: 'failed' as const, nextAt: null, detail: null }
    const [row] = await tx
      .update(scheduledPosts)
      .set({ ...INVALIDATE_LEASE, ...ended, errorCode: code, errorMessage: message })
      .where(and(areOwn(userId, [postId]), isChangeable))
      .returning({ projectId: scheduledPosts.projectId })
    if (!row) return
    const fixHref = fix === 'library' ? '/photo_library' : row.projectId === null ? null : `/content_studio?project=${row.projectId}`
    await tx
      .update(scheduledPosts)
      .set({ fixHref })
      .where(areOwn(userId, [postId]))
    await addEvents(tx, userId, [{ postId, kind: 'failed', text: message }])
    const href = `/post_scheduler?post=${postId}`
    await notify(jobs, tx, { userId, postId, kind: 'failed', cause: `failed ${code}`, title: 'A post did not go out', body: message, href })
  })
}
