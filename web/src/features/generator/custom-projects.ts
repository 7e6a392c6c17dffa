import type { CustomMode } from '@ninesixteen/shared/api/custom-modes'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { queryClient } from '../../app/query-client.ts'
import { useStudioStore } from '../../app/studio-store.ts'
import { notify } from '../../components/toast.tsx'
import { emptyCustomSlides, isBlank, leavingCustom } from './custom-slides.ts'

/** Title of a custom slideshow until somebody gives it one. */
const UNTITLED = 'Custom slideshow'

/** The page's ways of changing what is open. */
export interface Opening {
  onOpen(projectId: string): void
  onClose(): void
}

interface CustomProject {
  title?: string
  slides: readonly Slide[]
  companyId: string | null
}

const refresh = () => queryClient.invalidateQueries({ queryKey: orpc.projects.list.key() })

async function create({ title = UNTITLED, slides, companyId }: CustomProject): Promise<string> {
  const { contentStyle } = CONTENT_TYPES.custom
  const made = await api.projects.create({ title, topic: '', contentType: 'custom', contentStyle, companyId, slides: [...slides] })
  await refresh()
  return made.id
}

async function remove(id: string): Promise<void> {
  try {
    await api.projects.remove({ id })
  } catch (cause) {
    notify.error('Failed to delete project', errorText(cause))
  }
  await refresh()
}

/** Empty slides as a new slideshow, open in the editor; `wanted` says whether they still are, once they are there. */
export async function openEmptySlides(count: number, into: Opening & { companyId: string | null; wanted(): boolean }): Promise<void> {
  try {
    const id = await create({ slides: emptyCustomSlides(count), companyId: into.companyId })
    if (into.wanted()) into.onOpen(id)
    else await remove(id)
  } catch (cause) {
    notify.error('Failed to save project', errorText(cause))
  }
}

/** Clears the placeholders of the open custom slideshow; each way can be taken back. */
export async function clearPlaceholders({ onClose, onOpen }: Opening, companyId: string | null): Promise<void> {
  const document = useStudioStore.getState().openDocument
  if (document?.contentType !== 'custom') return
  const leaving = leavingCustom(document.slides)
  if (leaving.kind === 'clear') {
    if (leaving.edits.length > 0) document.perform(leaving.edits)
    return
  }
  await document.settled()
  onClose()
  if (leaving.kind === 'close') return
  await remove(document.projectId)
  const { title, slides } = document
  notify.action('The empty slides were cleared.', {
    label: 'Undo',
    onClick: () =>
      void create({ title, slides, companyId }).then(onOpen, (cause: unknown) => notify.error('Failed to save project', errorText(cause))),
  })
}

/** A saved mode as a new slideshow; it takes the place of an open one on which nothing stands. */
export async function openMode(mode: CustomMode, { onOpen, companyId }: Opening & { companyId: string | null }): Promise<void> {
  const before = useStudioStore.getState().openDocument
  const id = await create({ title: mode.name, slides: mode.slides, companyId: mode.companyId ?? companyId })
  await before?.settled()
  onOpen(id)
  if (before?.contentType === 'custom' && before.slides.every(isBlank)) await remove(before.projectId)
}

/** After a slideshow was made of empty slides: they live on in it, with their instructions. */
export async function removeIfBlank(source: { projectId: string; slides: readonly Slide[] }): Promise<void> {
  if (source.slides.every(isBlank)) await remove(source.projectId)
}
