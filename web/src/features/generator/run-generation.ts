import type { GenerateEvent, GenerateRequest } from '@ninesixteen/shared/api/generate'
import { ERRORS, fillText } from '@ninesixteen/shared/errors'
import { toApiError } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { readEvents, readRun, requestEvents, requestGeneration } from '../../app/generation-stream.ts'
import { queryClient } from '../../app/query-client.ts'
import { studioStore, useStudioStore } from '../../app/studio-store.ts'
import { runningMark, type RunningMark } from './running-mark.ts'

interface Listener {
  onProject(projectId: string): void
}

const running = () => useStudioStore.getState().generation

function fail(cause: unknown): void {
  const { message } = toApiError(cause)
  studioStore.change({ status: 'failed', error: message || 'Unknown error' })
}

/** A server that was started again in the middle knows what is written, not what was wanted: this page does. */
function noticeOf({ notice, kept }: Extract<GenerateEvent, { type: 'done' }>, wanted: number): string | null {
  return notice ?? (kept < wanted ? fillText(ERRORS.AI_PARTIAL[1], { kept, wanted }) : null)
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
    case 'done':
      runningMark.clear()
      studioStore.change({ status: 'done', version: event.version, notice: noticeOf(event, running()?.wanted ?? 0) })
      break
    case 'error':
      runningMark.clear()
      // The words alone: the form puts 'Failed to generate slideshow' before them.
      studioStore.change({
        status: 'failed',
        error: event.message || 'Unknown error',
        ...(event.kept === 0 ? { projectId: null, removedId: running()?.projectId ?? null } : {}),
      })
      break
  }
}

async function follow(open: () => Promise<Response>, listener: Listener): Promise<void> {
  const onEvent = (event: GenerateEvent) => applyEvent(event, listener)
  try {
    await readRun(open, { onEvent, projectId: () => running()?.projectId ?? null })
  } catch (cause) {
    fail(cause)
  } finally {
    await queryClient.invalidateQueries({ queryKey: orpc.projects.key() })
  }
}

/** Starts a slideshow that the studio store knows as begun; its slides arrive there one by one. */
export function startGeneration(request: GenerateRequest, listener: Listener): Promise<void> {
  return follow(() => requestGeneration(request), listener)
}

/** Goes on with a run that was started before this page was loaded. */
export function attachGeneration(project: { id: string; title: string; slideCount: number }): Promise<void> {
  studioStore.begin({ projectId: project.id, title: project.title, wanted: project.slideCount, request: null })
  return follow(() => requestEvents(project.id), { onProject: () => undefined })
}

/** What became of a run of whose end this page has not heard: told when it failed or has fewer slides than were wanted. */
export async function tellOutcome({ projectId, title, wanted }: RunningMark, isOpen: boolean): Promise<void> {
  let end: GenerateEvent | null
  try {
    end = await readEvents(await requestEvents(projectId), () => undefined)
  } catch (cause) {
    // Without a network it is asked again after the next reload.
    if (toApiError(cause).status !== 404) return
    if (!isOpen) return runningMark.clear()
    end = { type: 'error', code: 'NOT_FOUND', message: '', kept: 0 }
  }
  if (!end) return
  const isShown = running()?.projectId === projectId
  if (!isShown && end.type === 'done' && noticeOf(end, wanted) === null) return runningMark.clear()
  if (!isShown) studioStore.begin({ projectId, title, wanted, request: null })
  applyEvent(end, { onProject: () => undefined })
  await queryClient.invalidateQueries({ queryKey: orpc.projects.key() })
}

/** The same of the run that this tab remembers. */
export async function tellMarked(openId: string | null): Promise<void> {
  const mark = runningMark.read()
  if (mark) await tellOutcome(mark, mark.projectId === openId)
}
