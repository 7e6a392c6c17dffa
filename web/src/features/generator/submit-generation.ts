import type { GenerateRequest } from '@ninesixteen/shared/api/generate'
import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { errorText } from '../../api/api-error.ts'
import { studioStore, useStudioStore, type OpenDocument } from '../../app/studio-store.ts'
import { notify } from '../../components/toast.tsx'
import { EMPTY_DRAFT, requestOf, type GeneratorDraft } from './generator-draft.ts'
import { emptySlidesOf } from './use-custom-mode.ts'

/** Loads the schemas of the stream, as soon as the user focuses the topic. */
export const loadRun = () => import('./run-generation.ts')

export interface Submission {
  draft: GeneratorDraft
  companyId: string | null
  onProject(projectId: string): void
}

/** Starts a generation. The studio store holds its state. */
export function submitGeneration({ draft, companyId, onProject }: Submission): void {
  const request = requestOf(draft, companyId)
  // Read now, because the editor closes it for the new slideshow.
  const source = useStudioStore.getState().openDocument
  studioStore.begin({ projectId: null, title: request.topic, wanted: 0, request })
  const started =
    draft.contentType === 'custom' && !draft.usesTemplate ? startCustom({ draft, request, source, onProject }) : start(request, onProject)
  started.catch((error: unknown) => studioStore.change({ status: 'failed', error: errorText(error) }))
}

async function start(request: GenerateRequest, onProject: (projectId: string) => void): Promise<void> {
  const { startGeneration } = await loadRun()
  await startGeneration(request, { onProject })
}

/** Writes another slideshow on a topic, in the look of one that is there. */
export async function startLike({
  topic,
  project,
  onProject,
}: {
  topic: string
  project: { id: string; companyId: string | null; contentType: ContentTypeId }
  onProject(projectId: string): void
}): Promise<void> {
  if (useStudioStore.getState().generation?.status === 'running') {
    notify.info('A slideshow is being generated. Try again when it is done.')
    return
  }
  const { tone, model } = useStudioStore.getState().writing
  const draft = { ...EMPTY_DRAFT, topic, contentType: project.contentType, softSell: false, tone, model }
  const request = { ...requestOf(draft, project.companyId), likeProjectId: project.id }
  studioStore.begin({ projectId: null, title: topic, wanted: 0, request })
  await start(request, onProject).catch((error: unknown) => studioStore.change({ status: 'failed', error: errorText(error) }))
}

interface CustomStart extends Pick<Submission, 'draft' | 'onProject'> {
  request: GenerateRequest
  source: OpenDocument | null
}

/** Generates from the open custom slides, or from empty ones. The result replaces blank source slides. */
async function startCustom({ draft, request, source, onProject }: CustomStart): Promise<void> {
  const [{ customSlidesOf, emptyCustomSlides }, { removeIfBlank }] = await Promise.all([
    import('./custom-slides.ts'),
    import('./custom-projects.ts'),
  ])
  const slides = customSlidesOf(source)
  await start({ ...request, customSlides: [...(slides ?? emptyCustomSlides(emptySlidesOf(draft)))] }, onProject)
  const generation = useStudioStore.getState().generation
  // The generation failed, so the source slides open again.
  if (source && slides && generation?.removedId) onProject(source.projectId)
  if (source && slides && generation?.status === 'done' && generation.projectId !== source.projectId) {
    await removeIfBlank({ projectId: source.projectId, slides }).catch((error: unknown) => notify.error(errorText(error)))
  }
}
