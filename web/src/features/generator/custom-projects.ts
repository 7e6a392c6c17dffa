import type { CustomMode } from '@ninesixteen/shared/api/custom-modes'
import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { errorText, toApiError } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { windowStorage } from '../../app/browser-storage.ts'
import { queryClient } from '../../app/query-client.ts'
import { useStudioStore, type OpenDocument } from '../../app/studio-store.ts'
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

/** The empty slideshow that this tab made last. */
const EMPTY_KEY = 'ninesixteen.empty-custom'

async function remove(id: string): Promise<void> {
  const storage = windowStorage()
  if (storage?.getItem(EMPTY_KEY) === id) storage.removeItem(EMPTY_KEY)
  try {
    await api.projects.remove({ id })
  } catch (cause) {
    notify.error('Failed to delete project', errorText(cause))
  }
  await refresh()
}

/** The one of this tab is used again as long as nothing stands on it: whoever goes elsewhere and comes back leaves no second one behind. */
async function keptEmpty(): Promise<string | null> {
  const id = windowStorage()?.getItem(EMPTY_KEY) ?? null
  if (id === null) return null
  try {
    const { contentType, title, slides } = await api.projects.get({ id })
    return contentType === 'custom' && title === UNTITLED && slides.every(isBlank) ? id : null
  } catch (cause) {
    // Deleted meanwhile, or of somebody else who was signed in here.
    if (toApiError(cause).status === 404) return null
    throw cause
  }
}

async function emptySlideshow(count: number, companyId: string | null): Promise<string> {
  const kept = await keptEmpty()
  if (kept !== null) return kept
  const id = await create({ slides: emptyCustomSlides(count), companyId })
  windowStorage()?.setItem(EMPTY_KEY, id)
  return id
}

/** Empty slides as a slideshow, open in the editor; `wanted` says whether they still are, once they are there. */
export async function openEmptySlides(count: number, into: Opening & { companyId: string | null; wanted(): boolean }): Promise<void> {
  try {
    const id = await emptySlideshow(count, into.companyId)
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
  if (leaving.kind === 'remove') await removeEmpty(document, { companyId, onOpen })
}

/** Takes away a custom slideshow in whose place another one was opened, when nothing stands on it. */
export async function clearLeft(left: OpenDocument, { onOpen }: Opening): Promise<void> {
  if (!left.slides.every(isBlank)) return
  await left.settled()
  await removeEmpty(left, { companyId: left.companyId, onOpen })
}

/** The same of one that was not open yet when another was asked for. */
export async function clearKept(openId: string): Promise<void> {
  // What cannot be asked now is used again the next time.
  const id = await keptEmpty().catch(() => null)
  if (id !== null && id !== openId) await remove(id)
}

interface Emptied extends Pick<Opening, 'onOpen'> {
  companyId: string | null
}

/** With its instructions it can be had back. */
async function removeEmpty({ projectId, title, slides }: OpenDocument, { companyId, onOpen }: Emptied): Promise<void> {
  await remove(projectId)
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
