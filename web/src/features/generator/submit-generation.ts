import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import { errorText } from '../../api/api-error.ts'
import { studioStore, useStudioStore, type OpenDocument } from '../../app/studio-store.ts'
import { notify } from '../../components/toast.tsx'
import { requestOf, type GeneratorDraft } from './generator-draft.ts'
import { emptySlidesOf } from './use-custom-mode.ts'

/** Reading the stream needs the schemas; they are on their way as soon as someone begins to type. */
export const loadRun = () => import('./run-generation.ts')

export interface Submission {
  draft: GeneratorDraft
  companyId: string | null
  onProject(projectId: string): void
}

/** Starts a slideshow; what happens from then on stands in the studio's store. */
export function submitGeneration({ draft, companyId, onProject }: Submission): void {
  const request = requestOf(draft, companyId)
  // Taken before the editor makes room for the slideshow that comes.
  const source = useStudioStore.getState().openDocument
  studioStore.begin({ projectId: null, title: request.topic, wanted: 0, request })
  const started = draft.contentType === 'custom' ? startCustom({ draft, request, source, onProject }) : start(request, onProject)
  started.catch((cause: unknown) => studioStore.change({ status: 'failed', error: errorText(cause) }))
}

async function start(request: GenerateRequest, onProject: (projectId: string) => void): Promise<void> {
  const { startGeneration } = await loadRun()
  await startGeneration(request, { onProject })
}

interface CustomStart extends Pick<Submission, 'draft' | 'onProject'> {
  request: GenerateRequest
  source: OpenDocument | null
}

/** Sends the open custom slides, or empty ones. What was made of slides without any work on them takes their place. */
async function startCustom({ draft, request, source, onProject }: CustomStart): Promise<void> {
  const [{ customSlidesOf, emptyCustomSlides }, { removeIfBlank }] = await Promise.all([
    import('./custom-slides.ts'),
    import('./custom-projects.ts'),
  ])
  const slides = customSlidesOf(source)
  await start({ ...request, customSlides: [...(slides ?? emptyCustomSlides(emptySlidesOf(draft)))] }, onProject)
  const made = useStudioStore.getState().generation
  // Nothing came of them: they are open as before.
  if (source && slides && made?.removedId) onProject(source.projectId)
  if (source && slides && made?.status === 'done' && made.projectId !== source.projectId) {
    await removeIfBlank({ projectId: source.projectId, slides }).catch((cause: unknown) => notify.error(errorText(cause)))
  }
}
