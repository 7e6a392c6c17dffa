import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { useStudioStore } from '../../app/studio-store.ts'
import type { PostContent } from './content/post-content.ts'
import { postRequestOf, targetsOf } from './form/post-request.ts'
import { recurrenceRuleOf, sentTime } from './form/post-time.ts'
import { NOT_CHANGED, NOT_SCHEDULED } from './form/rejection.ts'
import type { ScheduleValues } from './form/schedule-values.ts'
import { createRequestIds, NotSaved } from './form/submission.ts'
import type { ScheduleKind } from './schedule-form.tsx'

export interface RequestIds {
  requestId(request: unknown): string
}

export function useRequestIds(): RequestIds {
  const [requestId] = useState(() => createRequestIds(() => crypto.randomUUID()))
  return { requestId }
}

/** The version on screen. Saves the slideshow first if it is open in the editor. */
async function versionOf({ projectId, version: shownVersion }: PostContent): Promise<number | null> {
  const { openDocument } = useStudioStore.getState()
  if (openDocument === null || openDocument.projectId !== projectId) return shownVersion
  const version = await openDocument.saved()
  if (version === null) throw new NotSaved()
  return version
}

type PostRequest = ReturnType<typeof postRequestOf> & { projectVersion: number | null }

/** Creates a recurrence instead of a post. Returns no posts, because the server creates them. */
async function recurringPostRequest(
  { scheduledTime: _time, timeZone: zone, ...request }: PostRequest,
  { rule, values, requestId }: { rule: string; values: ScheduleValues } & RequestIds,
): Promise<[]> {
  const recurrence = { rule, zone, first: `${values.date}T${values.time}` }
  const repeat = { ...request, recurrence, usesLatest: values.repeat.usesLatest }
  await api.recurrences.create({ ...repeat, requestId: requestId(repeat) })
  return []
}

/** Creates one post per selected account. */
export const newPost = ({ requestId }: RequestIds): ScheduleKind => ({
  isFixed: false,
  canRepeat: true,
  failure: NOT_SCHEDULED,
  async send(input, content) {
    if (!content) throw new Error('No content to schedule')
    const request = { ...postRequestOf(input, content), projectVersion: await versionOf(content) }
    const rule = recurrenceRuleOf(input.values)
    if (rule !== null) return recurringPostRequest(request, { rule, values: input.values, requestId })
    return (await api.scheduledPosts.create({ ...request, requestId: requestId(request) })).posts
  },
})

/** Edits time, texts and options of a scheduled post; the others keep what the user did not change. */
export const changedPost = (post: PostDetails, others: readonly string[]): ScheduleKind => ({
  isFixed: true,
  failure: NOT_CHANGED,
  async send(input) {
    const { caption, description, zone } = input.values
    const [target] = targetsOf(input)
    const change = { scheduledTime: sentTime(input.values), timeZone: zone, caption, description }
    const changed = [await api.scheduledPosts.update({ id: post.id, ...change, ...(target ? { options: target.options } : {}) })]
    const shared = {
      scheduledTime: change.scheduledTime,
      timeZone: zone,
      ...(caption !== post.caption && { caption }),
      ...(description !== post.description && { description }),
    }
    for (const id of others) changed.push(await api.scheduledPosts.update({ id, ...shared }))
    return changed
  },
})

/** Posts the same again, with the texts in the form. */
export const copiedPost = (id: string, { requestId }: RequestIds): ScheduleKind => ({
  isFixed: false,
  failure: NOT_SCHEDULED,
  async send(input) {
    const time = sentTime(input.values)
    // The API for copies has no "now".
    const scheduledTime = time === 'now' ? new Date().toISOString() : time
    const { caption, description, zone } = input.values
    const copy = { id, targets: targetsOf(input), scheduledTime, timeZone: zone, caption, description }
    return (await api.scheduledPosts.duplicate({ ...copy, requestId: requestId({ ...copy, scheduledTime: time }) })).posts
  },
})
