import { copySlides, slideAfterDelete } from '@ninesixteen/shared/slide/edit-slides'
import { MAX_SLIDES } from '@ninesixteen/shared/slide/limits'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { newUuid } from '../../../api/new-id.ts'
import { notify } from '../../../components/toast.tsx'
import type { EditorSession } from '../document/session.ts'

/** The parts of an open project that these need. */
export type SlidesOf = Pick<EditorSession, 'store' | 'project'>

/** "Slide" or "3 slides", at the start of a sentence. */
export const nameCount = (count: number): string => (count === 1 ? 'Slide' : `${count} slides`)

/** A multi-photo video plays one slide over changing photos and would never show a second one. */
export function oneSlideOnly({ project }: Pick<EditorSession, 'project'>): string | null {
  return project.contentType === 'multi-photo-video' ? 'A video has exactly one slide' : null
}

interface Adding {
  slides: readonly Slide[]
  after: string | undefined
  /** A participle for the messages, such as `pasted`. */
  done: string
}

/** Adds slides under new ids, shows the first and returns their ids. Says how many did not fit, or why none was added. */
export function addCopies(session: SlidesOf, { slides, after, done }: Adding): string[] {
  const { store } = session
  const room = MAX_SLIDES - store.doc().slides.length
  const added = copySlides(slides.slice(0, Math.max(0, room)), newUuid)
  const refusal = oneSlideOnly(session) ?? (room <= 0 ? `A slideshow can have up to ${MAX_SLIDES} slides. Nothing was added.` : null)
  const [first] = added
  if (refusal !== null || !first) {
    if (refusal !== null) notify.info(refusal)
    return []
  }
  const edit = { type: 'add-slides' as const, slides: added, ...(after !== undefined && { after }) }
  if (!store.perform(edit, { slideId: first.id, selection: [] })) return []
  if (added.length < slides.length)
    notify.info(`${added.length} of ${slides.length} slides ${done}. A slideshow can have up to ${MAX_SLIDES}.`)
  else store.announce(`${nameCount(added.length)} ${done}`)
  return added.map(({ id }) => id)
}

/** Copies slides, in their order, after the last of them. Returns the copies' ids. */
export function duplicateSlides(session: SlidesOf, ids: readonly string[]): string[] {
  const slides = session.store.doc().slides.filter((slide) => ids.includes(slide.id))
  return addCopies(session, { slides, after: slides.at(-1)?.id, done: 'duplicated' })
}

/** Deletes slides, unless none would be left. Returns whether it did. */
export function deleteSlides({ store }: Pick<SlidesOf, 'store'>, ids: readonly string[]): boolean {
  const { slides } = store.doc()
  const next = slideAfterDelete(slides, ids)
  if (next === null) {
    notify.info('A slideshow needs at least one slide. Nothing was deleted.')
    return false
  }
  const shown = store.slide().id
  const options = ids.includes(shown) ? { slideId: next, selection: [] } : {}
  if (!store.perform({ type: 'delete-slides', slideIds: [...ids] }, options)) return false
  store.announce(`${nameCount(ids.length)} deleted`)
  return true
}

/** Moves slides together, so that the first gets a place counted from 0. */
export function moveSlidesTo({ store }: Pick<SlidesOf, 'store'>, ids: readonly string[], to: number): void {
  if (!store.perform({ type: 'move-slides', slideIds: [...ids], to })) return
  const { slides } = store.doc()
  const place = slides.findIndex((slide) => ids.includes(slide.id)) + 1
  store.announce(ids.length === 1 ? `Slide moved to position ${place}` : `${ids.length} slides moved to position ${place}`)
}
