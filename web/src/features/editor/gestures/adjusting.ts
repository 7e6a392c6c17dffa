import type { PhotoPlacement } from '@ninesixteen/shared/slide/model'
import { clampPlacement, panPhoto, placementStyle, WHOLE_PHOTO, zoomPhoto, type PhotoSize } from '../design/photo-framing.ts'
import type { GestureContext, GestureState, Pinch, Point } from './gesture.ts'

/** A running drag or pinch, with the placement at its start. */
type Hold = { start: PhotoPlacement; at: Point; pinch: null } | { start: PhotoPlacement; at: Point; pinch: Pinch }

/** Pans and zooms the photo behind the texts, until the user keeps or discards the change. */
export function adjusting(context: GestureContext, photo: PhotoSize): GestureState {
  const slide = context.slide()
  let placement = clampPlacement(slide.photoPlacement ?? WHOLE_PHOTO, photo)
  let hold: Hold | null = null
  context.select([])
  context.setAdjusting(true)

  const show = (next: PhotoPlacement): void => {
    placement = next
    context.draft.set({ slideId: slide.id, frames: {}, guides: [], measuring: 'position', placement })
  }

  const pinch = (event: Pinch): void => {
    if (!hold?.pinch) hold = { start: placement, at: event.centre, pinch: event }
    const { start, at, pinch: first } = hold
    const moved = panPhoto(start, { x: event.centre.x - at.x, y: event.centre.y - at.y }, photo)
    show(zoomPhoto(moved, { factor: event.distance / (first?.distance ?? event.distance), at: event.centre }, photo))
  }

  return {
    name: 'adjusting',
    on(event) {
      switch (event.type) {
        case 'down':
          hold = { start: placement, at: event.at, pinch: null }
          return null
        case 'move':
          if (hold && !hold.pinch) show(panPhoto(hold.start, { x: event.at.x - hold.at.x, y: event.at.y - hold.at.y }, photo))
          return null
        case 'up':
          hold = null
          return null
        case 'pinch':
          pinch(event)
          return null
        case 'pan-photo':
          show(panPhoto(placement, event.by, photo))
          return null
        case 'zoom-photo':
          show(zoomPhoto(placement, event, photo))
          return null
        case 'cancel':
          // During a drag, Escape discards only the drag.
          if (!hold) return { to: 'idle' }
          show(hold.start)
          hold = null
          return null
        case 'leave':
        case 'keep-photo':
          if (context.draft.get()) {
            const style = placementStyle(placement)
            if (context.perform({ type: 'style-slides', slideIds: [slide.id], style })) context.announce('Photo adjusted')
          }
          return { to: 'idle' }
        default:
          return null
      }
    },
    leave() {
      context.draft.set(null)
      context.setAdjusting(false)
    },
  }
}
