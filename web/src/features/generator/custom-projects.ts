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

/** Default title of a custom slideshow. */
const UNTITLED = 'Custom slideshow'

/** Opens and closes slideshows on the page. */
export interface ProjectNavigation {
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
  const project = await api.projects.create({ title, topic: '', contentType: 'custom', contentStyle, companyId, slides: [...slides] })
  await refresh()
  return project.id
}

/** Storage key of this tab's last empty slideshow. */
const EMPTY_KEY = 'ninesixteen.empty-custom'

async function remove(id: string): Promise<void> {
  const storage = windowStorage()
  if (storage?.getItem(EMPTY_KEY) === id) storage.removeItem(EMPTY_KEY)
  try {
    await api.projects.remove({ id })
  } catch (error) {
    notify.error('Failed to delete project', errorText(error))
  }
  await refresh()
}

/** Reuses this tab's empty slideshow while it is blank, so that returning to the page doesn't create a second one. */
async function reusableEmpty(): Promise<string | null> {
  const id = windowStorage()?.getItem(EMPTY_KEY) ?? null
  if (id === null) return null
  try {
    const { contentType, title, slides } = await api.projects.get({ id })
    return contentType === 'custom' && title === UNTITLED && slides.every(isBlank) ? id : null
  } catch (error) {
    // Deleted, or it belongs to another user of this browser.
    if (toApiError(error).status === 404) return null
    throw error
  }
}

async function emptySlideshow(count: number, companyId: string | null): Promise<string> {
  const existing = await reusableEmpty()
  if (existing !== null) return existing
  const id = await create({ slides: emptyCustomSlides(count), companyId })
  windowStorage()?.setItem(EMPTY_KEY, id)
  return id
}

/** Creates empty slides and opens them in the editor, unless `wanted` is false by then. */
export async function openEmptySlides(
  count: number,
  into: ProjectNavigation & { companyId: string | null; wanted(): boolean },
): Promise<void> {
  try {
    const id = await emptySlideshow(count, into.companyId)
    if (into.wanted()) into.onOpen(id)
    else await remove(id)
  } catch (error) {
    notify.error('Failed to save project', errorText(error))
  }
}

/** Clears the placeholders of the open custom slideshow. The user can undo it. */
export async function clearPlaceholders({ onClose, onOpen }: ProjectNavigation, companyId: string | null): Promise<void> {
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

/** Deletes a blank custom slideshow after another one was opened instead. */
export async function clearReplaced(left: OpenDocument, { onOpen }: ProjectNavigation): Promise<void> {
  if (!left.slides.every(isBlank)) return
  await left.settled()
  await removeEmpty(left, { companyId: left.companyId, onOpen })
}

/** Deletes an empty slideshow that was never opened, because the user opened another one. */
export async function clearUnopened(openId: string): Promise<void> {
  // After a failure, it is reused the next time.
  const id = await reusableEmpty().catch(() => null)
  if (id !== null && id !== openId) await remove(id)
}

interface Emptied extends Pick<ProjectNavigation, 'onOpen'> {
  companyId: string | null
}

/** Undo restores it with its instructions. */
async function removeEmpty({ projectId, title, slides }: OpenDocument, { companyId, onOpen }: Emptied): Promise<void> {
  await remove(projectId)
  notify.action('The empty slides were cleared.', {
    label: 'Undo',
    onClick: () =>
      void create({ title, slides, companyId }).then(onOpen, (error: unknown) => notify.error('Failed to save project', errorText(error))),
  })
}

/** Opens a saved mode as a new slideshow, and deletes the open one if it is blank. */
export async function openMode(mode: CustomMode, { onOpen, companyId }: ProjectNavigation & { companyId: string | null }): Promise<void> {
  const before = useStudioStore.getState().openDocument
  const id = await create({ title: mode.name, slides: mode.slides, companyId: mode.companyId ?? companyId })
  await before?.settled()
  onOpen(id)
  if (before?.contentType === 'custom' && before.slides.every(isBlank)) await remove(before.projectId)
}

/** Deletes the blank source of a generated slideshow, which contains its slides and instructions. */
export async function removeIfBlank(source: { projectId: string; slides: readonly Slide[] }): Promise<void> {
  if (source.slides.every(isBlank)) await remove(source.projectId)
}
