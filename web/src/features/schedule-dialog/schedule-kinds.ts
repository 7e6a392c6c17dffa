import { api } from '../../api/client.ts'
import { useStudioStore } from '../../app/studio-store.ts'
import type { PostContent } from './content/post-content.ts'
import { postRequestOf, targetsOf } from './form/post-request.ts'
import { repeatRule, sentTime } from './form/post-time.ts'
import { NOT_CHANGED, NOT_SCHEDULED } from './form/rejection.ts'
import type { ScheduleValues } from './form/schedule-values.ts'
import { NotSaved, useRequestId } from './form/use-submit.ts'
import type { ScheduleKind } from './schedule-form.tsx'

export interface Sending {
  requestId(order: unknown): string
}

export function useSending(): Sending {
  return { requestId: useRequestId() }
}

/** The version that the person looks at. What is open in the editor is saved first. */
async function versionOf({ projectId, version: seen }: PostContent): Promise<number | null> {
  const { openDocument } = useStudioStore.getState()
  if (openDocument === null || openDocument.projectId !== projectId) return seen
  const version = await openDocument.saved()
  if (version === null) throw new NotSaved()
  return version
}

type Order = ReturnType<typeof postRequestOf> & { projectVersion: number | null }

/** The same, made again and again; its posts are seen in the Post Scheduler. */
async function repeatedOrder(
  { scheduledTime: _time, timeZone: zone, ...order }: Order,
  { rule, values, requestId }: { rule: string; values: ScheduleValues } & Sending,
): Promise<[]> {
  const recurrence = { rule, zone, first: `${values.date}T${values.time}` }
  const repeat = { ...order, recurrence, usesLatest: values.repeat.usesLatest }
  await api.repeats.create({ ...repeat, requestId: requestId(repeat) })
  return []
}

/** One post for each of the chosen accounts. */
export const newPost = ({ requestId }: Sending): ScheduleKind => ({
  isFixed: false,
  hasTexts: true,
  canRepeat: true,
  failure: NOT_SCHEDULED,
  async send(ordered, content) {
    if (!content) throw new Error('There is nothing to schedule')
    const order = { ...postRequestOf(ordered, content), projectVersion: await versionOf(content) }
    const rule = repeatRule(ordered.values)
    if (rule !== null) return repeatedOrder(order, { rule, values: ordered.values, requestId })
    return (await api.scheduledPosts.create({ ...order, requestId: requestId(order) })).posts
  },
})

/** Another time, other texts and choices for a post that waits. */
export const changedPost = (id: string): ScheduleKind => ({
  isFixed: true,
  hasTexts: true,
  failure: NOT_CHANGED,
  async send(ordered) {
    const { caption, description, zone } = ordered.values
    const [target] = targetsOf(ordered)
    const change = { id, scheduledTime: sentTime(ordered.values), timeZone: zone, caption, description }
    return [await api.scheduledPosts.update({ ...change, ...(target ? { options: target.options } : {}) })]
  },
})

/** The same post to other accounts. */
export const copiedPost = (id: string, { requestId }: Sending): ScheduleKind => ({
  isFixed: false,
  hasTexts: false,
  failure: NOT_SCHEDULED,
  async send(ordered) {
    const time = sentTime(ordered.values)
    // A copy has a moment of its own or none.
    const scheduledTime = time === 'now' ? new Date().toISOString() : time
    const copy = { id, targets: targetsOf(ordered), scheduledTime, timeZone: ordered.values.zone }
    return (await api.scheduledPosts.duplicate({ ...copy, requestId: requestId({ ...copy, scheduledTime: time }) })).posts
  },
})
