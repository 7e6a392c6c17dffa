import { notify } from '../notifications/notifications.ts'
import { scheduledPosts } from '../db/schema-publishing.ts'
import { addEvents } from './post-events.ts'
import { areOwn, type PostRow } from './post-rows.ts'
import type { PostServices } from './post-services.ts'
import { transitionAll } from './publishing/transition.ts'

export interface PostFailure {
  postId: string
  code: string
  message: string
  /** Where the user can fix it; `project` is the post's own slideshow. */
  fix: 'project' | 'library'
}

/** Ends a post that cannot go out as it is, before it is sent. */
export async function failPost({ db, jobs }: PostServices, userId: string, { postId, code, message, fix }: PostFailure): Promise<void> {
  await db.asUser(userId, async (tx) => {
    const isPost = areOwn(userId, [postId])
    const [post] = await tx.select({ projectId: scheduledPosts.projectId }).from(scheduledPosts).where(isPost)
    if (!post) return
    const problem = { code, message, fixHref: fixHrefOf(fix, post) }
    const failed = await transitionAll(tx, isPost, { kind: 'not-renderable', problem })
    if (failed.length === 0) return
    await addEvents(tx, userId, [{ postId, kind: 'failed', text: message }])
    const href = `/post_scheduler?post=${postId}`
    await notify(jobs, tx, { userId, postId, kind: 'failed', cause: `failed ${code}`, title: 'A post did not go out', body: message, href })
  })
}

function fixHrefOf(fix: PostFailure['fix'], { projectId }: Pick<PostRow, 'projectId'>): string | null {
  if (fix === 'library') return '/photo_library'
  return projectId === null ? null : `/content_studio?project=${projectId}`
}
