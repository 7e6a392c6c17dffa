import type { GenerateEvent, GenerateRequest } from '@ninesixteen/shared/api/generate'
import { authCalls } from '../../api/auth-calls.ts'
import { readRun, requestEvents, requestGeneration } from '../../app/generation-stream.ts'
import type { TryVisitor } from './visitor.ts'

export interface Writing {
  ask: TryVisitor['ask']
  onEvent(event: GenerateEvent): void
  projectId(): string | null
}

const PLAIN: Omit<GenerateRequest, 'topic'> = {
  contentType: 'numbered-list',
  slideCount: 'auto',
  companyId: null,
  softSell: false,
  useTumblrPhotos: false,
  extraContext: '',
  tone: '',
  // They are looked at small.
  textSize: 'largest',
}

/** Writes a slideshow for whoever is here: in their account, or in one that a stranger is given for it. */
export async function writeSlides(topic: string, { ask, ...reading }: Writing): Promise<void> {
  if (!(await ask())) {
    await authCalls.enterTrial()
    await ask()
  }
  await readRun(() => requestGeneration({ ...PLAIN, topic }), reading)
}

/** Shows one that was begun before this page was loaded. */
export async function showSlides(projectId: string, { ask, ...reading }: Writing): Promise<void> {
  // Whose page this is has to be known before anything is asked in their name.
  await ask()
  await readRun(() => requestEvents(projectId), reading)
}
