import type { GenerateEvent, GenerateRequest } from '@ninesixteen/shared/api/generate'
import type { Project } from '@ninesixteen/shared/api/projects'
import { authCalls } from '../../api/auth-calls.ts'
import { readRun, requestEvents, requestGeneration } from '../../app/generation-stream.ts'
import { errorFromResponse } from '../../api/api-error.ts'
import { sessionFetch } from '../../api/expected-user.ts'
import type { Me } from '@ninesixteen/shared/api/account'

export interface Writing {
  requestMe: TrialVisitor['requestMe']
  onEvent(event: GenerateEvent): void
  projectId(): string | null
}

const DEFAULT_REQUEST: Omit<GenerateRequest, 'topic'> = {
  contentType: 'numbered-list',
  slideCount: 'auto',
  companyId: null,
  softSell: false,
  useTumblrPhotos: false,
  extraContext: '',
  tone: '',
  // Shown as small tiles.
  textSize: 'largest',
}

/** Writes a slideshow in the user's account, or in a new trial account. */
export async function writeSlides(topic: string, { requestMe, ...reading }: Writing): Promise<void> {
  if (!(await requestMe())) {
    await authCalls.enterTrial()
    await requestMe()
  }
  await readRun(() => requestGeneration({ ...DEFAULT_REQUEST, topic }), reading)
}

/** Follows a slideshow started before this page was loaded. */
export async function showSlides(projectId: string, { requestMe, ...reading }: Writing): Promise<void> {
  // Requests name the page's user, so load it first.
  const me = await requestMe()
  if (me && !me.proPlan) return showPreview(projectId, reading.onEvent)
  await readRun(() => requestEvents(projectId), reading)
}

/** Loads a slideshow of an account without a plan, to view it. */
async function showPreview(projectId: string, onEvent: Writing['onEvent']): Promise<void> {
  const response = await sessionFetch(new Request(`/api/v1/projects/${projectId}/preview`))
  if (!response.ok) throw await errorFromResponse(response)
  const { title, slides }: Pick<Project, 'title' | 'slides'> = await response.json()
  onEvent({ type: 'project', projectId, title, wanted: slides.length, model: '' })
  slides.forEach((slide, index) => onEvent({ type: 'slide', index, slide }))
  onEvent({ type: 'done', projectId, version: 0, kept: slides.length, notice: null })
}

/** The page's user. */
export interface TrialVisitor {
  /** Undefined until known, null if no user is signed in. */
  me: Me | null | undefined
  /** Reloads the user. */
  requestMe(): Promise<Me | null>
}
