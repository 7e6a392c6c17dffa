import type { GenerateEvent, GenerateRequest } from '@ninesixteen/shared/api/generate'
import { describeNeverWords } from '@ninesixteen/shared/brand/never-words'
import type { ErrorCode } from '@ninesixteen/shared/errors'
import { toApiError } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { rememberAnyTopic } from '../../app/any-topic.ts'
import { readEvents, readRun, requestEvents, requestGeneration } from '../../app/generation-stream.ts'
import { queryClient } from '../../app/query-client.ts'
import { studioStore, useStudioStore, type Generation } from '../../app/studio-store.ts'
import { runningMark, type RunningMark } from './running-mark.ts'

interface Listener {
  onProject(projectId: string): void
}

const running = () => useStudioStore.getState().generation

function fail(error: unknown): void {
  const { message } = toApiError(error)
  studioStore.change({ status: 'failed', error: message || 'Unknown error' })
}

/** Error codes of ends that the user caused. */
const USER_ENDS: readonly string[] = ['AI_CANCELLED', 'SLIDESHOW_DELETED'] satisfies ErrorCode[]

/** The generation's state after an error. The form adds "Failed to generate slideshow" to `error`. */
function afterError({ code, message, kept }: Extract<GenerateEvent, { type: 'error' }>): Partial<Generation> {
  if (kept > 0) return { status: 'done', notice: message }
  const gone = { projectId: null, removedId: running()?.projectId ?? null }
  if (USER_ENDS.includes(code)) return { ...gone, status: 'stopped', notice: message }
  return { ...gone, status: 'failed', error: message || 'Unknown error' }
}

function applyEvent(event: GenerateEvent, listener: Listener): void {
  switch (event.type) {
    case 'project': {
      const { projectId, title } = event
      const wanted = Math.max(event.wanted, running()?.wanted ?? 0)
      runningMark.set({ projectId, title, wanted })
      studioStore.change({ projectId, title, wanted })
      listener.onProject(projectId)
      break
    }
    case 'slide':
      studioStore.addSlide(event.index, event.slide)
      break
    case 'done': {
      runningMark.clear()
      const firstText = running()?.slides[0]?.textBoxes[0]?.text
      if (event.fitsAnyTopic && firstText !== undefined) rememberAnyTopic(event.projectId, firstText)
      studioStore.change({
        status: 'done',
        version: event.version,
        notice: [event.notice, event.photosNotice].filter(Boolean).join(' ') || null,
        fitsAnyTopic: event.fitsAnyTopic === true,
        words: event.words ? { text: describeNeverWords(event.words), remain: event.words.remained.length > 0 } : null,
      })
      break
    }
    case 'error':
      // An error with slides means that the server lost track of the run, so a reload asks again.
      if (event.kept === 0) runningMark.clear()
      studioStore.change(afterError(event))
      break
  }
}

async function follow(open: () => Promise<Response>, listener: Listener): Promise<void> {
  const onEvent = (event: GenerateEvent) => applyEvent(event, listener)
  try {
    await readRun(open, { onEvent, projectId: () => running()?.projectId ?? null })
  } catch (error) {
    fail(error)
  } finally {
    await queryClient.invalidateQueries({ queryKey: orpc.projects.key() })
  }
}

/** Starts a generation that the studio store already contains. Its slides arrive there one by one. */
export function startGeneration(request: GenerateRequest, listener: Listener): Promise<void> {
  return follow(() => requestGeneration(request), listener)
}

/** Follows a run that started before this page was loaded. */
export function attachGeneration(project: { id: string; title: string; slideCount: number }): Promise<void> {
  studioStore.begin({ projectId: project.id, title: project.title, wanted: project.slideCount, request: null })
  return follow(() => requestEvents(project.id), { onProject: () => undefined })
}

/** Reports the outcome of a run that ended while the page was closed, if it failed or is incomplete. */
export async function reportOutcome({ projectId, title, wanted }: RunningMark, isOpen: boolean): Promise<void> {
  let end: GenerateEvent | null
  try {
    end = await readEvents(await requestEvents(projectId), () => undefined)
  } catch (error) {
    // After a network error, the next reload asks again.
    if (toApiError(error).status !== 404) return
    if (!isOpen) return runningMark.clear()
    end = { type: 'error', code: 'NOT_FOUND', message: 'It ended before the first slide was written.', kept: 0 }
  }
  if (!end) return
  const isShown = running()?.projectId === projectId
  if (!isShown && end.type === 'done' && end.notice === null && !end.words) return runningMark.clear()
  if (!isShown) studioStore.begin({ projectId, title, wanted, request: null })
  applyEvent(end, { onProject: () => undefined })
  await queryClient.invalidateQueries({ queryKey: orpc.projects.key() })
}

/** Reports the outcome of this tab's marked run. */
export async function reportMarked(openId: string | null): Promise<void> {
  const mark = runningMark.read()
  if (mark) await reportOutcome(mark, mark.projectId === openId)
}
