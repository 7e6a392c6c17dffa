import { LOOK_IDS, type LookId } from '@ninesixteen/shared/looks/look-ids'
import type { Brand } from '@ninesixteen/shared/brand/model'
import type { PhotoMap } from '@ninesixteen/shared/photos/photo-map'
import type { SlideDocument } from '@ninesixteen/shared/slide/edit'
import { MAIN_FORMAT, type Format } from '@ninesixteen/shared/slide/formats'
import { withOverrides } from '@ninesixteen/shared/slide/in-format'
import { isAsPlaced } from '@ninesixteen/shared/slide/look-layout'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { toApiError } from '../../../api/api-error.ts'
import { orpc } from '../../../api/client.ts'
import { queryClient } from '../../../app/query-client.ts'
import { notify } from '../../../components/toast.tsx'
import type { EditorStore } from '../document/editor-store.ts'
import type { EditorSession } from '../document/session.ts'

/** Why the texts of a slide can't be placed; null if they can. */
export function refusalOf(slide: Slide): string | null {
  return lookOf(slide) === null ? 'This slide has no look. Choose one with “Change look”.' : null
}

/** The look that a slide was given; null for none, and for one of a newer version. */
function lookOf({ look }: Pick<Slide, 'look'>): LookId | null {
  return LOOK_IDS.find((id) => id === look?.id) ?? null
}

export interface PlacingDeps {
  store: Pick<EditorStore, 'doc' | 'getState' | 'perform' | 'announce'>
  brand(): Promise<Brand | null>
  mapOf(path: string): Promise<PhotoMap | null>
}

/** Places texts in an open slideshow, in the brand of its company. */
export function placingIn({ store, status }: Pick<EditorSession, 'store' | 'status'>): PlacingDeps {
  return {
    store,
    async brand() {
      const { companyId } = status.getState()
      if (companyId === null) return null
      const { brand, version } = await queryClient.fetchQuery(orpc.brands.read.queryOptions({ input: { companyId } }))
      return version > 0 ? brand : null
    },
    mapOf: async (path) => (await import('./dress-in-document.ts')).loadPhotoMap(path),
  }
}

const slideOf = ({ slides }: SlideDocument, slideId: string): Slide | undefined => slides.find(({ id }) => id === slideId)

/** The slide without what was placed by hand in a format. */
function withoutAdjustments(slide: Slide, format: Format): Slide {
  return format === MAIN_FORMAT ? slide : withOverrides(slide, { ...slide.formats, [format]: {} })
}

/** Places the texts of a slide by its look and photo, as one undo step. Returns whether something changed. */
async function placeTextsOf({ store, brand, mapOf }: PlacingDeps, slideId: string, gesture?: string): Promise<boolean> {
  const path = slideOf(store.doc(), slideId)?.backgroundImage ?? null
  // Looks and measures of letters are loaded when they are needed.
  const [{ dressInDocument }, colors, map] = await Promise.all([
    import('./dress-in-document.ts'),
    brand(),
    path === null ? null : mapOf(path),
  ])
  const { slides } = store.doc()
  const slide = slideOf(store.doc(), slideId)
  const look = slide ? lookOf(slide) : null
  // The user may have deleted the slide or changed its photo meanwhile.
  if (!slide || look === null || slide.backgroundImage !== path) return false
  const { format } = store.getState().history.present
  const placed = dressInDocument(withoutAdjustments(slide, format), { look, slides, map, brand: colors })
  return store.perform({ type: 'replace-slide', slide: placed }, gesture === undefined ? {} : { gesture })
}

/** Places the texts of a slide again. */
export async function tidySlide(deps: PlacingDeps, slideId: string): Promise<void> {
  try {
    const isChanged = await placeTextsOf(deps, slideId)
    deps.store.announce(isChanged ? 'Slide tidied' : 'This slide is tidy already')
  } catch (error) {
    notify.error(toApiError(error).message)
  }
}

/**
 * Sets the photo of a slide. Texts that its look placed follow the new photo in the same undo step; boxes that were moved by hand stay, and the user
 * is asked.
 */
export async function changePhoto(deps: PlacingDeps, slideId: string, path: string): Promise<void> {
  const { store } = deps
  const before = slideOf(store.doc(), slideId)
  const gesture = `photo ${slideId} ${path}`
  if (!store.perform({ type: 'set-background', slideIds: [slideId], path }, { gesture, slideId })) return
  store.announce('Background changed')
  if (!before || lookOf(before) === null) return
  if (!isAsPlaced(before)) {
    notify.action('Place the texts for the new photo?', { label: 'Place texts', onClick: () => void tidySlide(deps, slideId) })
    return
  }
  try {
    await placeTextsOf(deps, slideId, gesture)
  } catch (error) {
    notify.error(toApiError(error).message)
  }
}
