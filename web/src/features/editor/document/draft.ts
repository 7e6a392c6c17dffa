import type { BoxRef, Frame } from '@ninesixteen/shared/slide/box'
import { setFrames, styleBoxes } from '@ninesixteen/shared/slide/edit-boxes'
import type { FrameChange } from '@ninesixteen/shared/slide/edit-boxes'
import type { PhotoPlacement, Slide } from '@ninesixteen/shared/slide/model'
import type { SnapLine } from '@ninesixteen/shared/slide/snap-line'

/** The uncommitted result of a running gesture. */
export interface Draft {
  slideId: string
  frames: Record<BoxRef, FrameChange>
  guides: readonly SnapLine[]
  /** Position while moving, size while resizing. */
  measuring: 'position' | 'size'
  /** The selection rectangle. */
  area?: Frame
  /** The photo while it is adjusted. */
  placement?: PhotoPlacement
  /** A box while it is rotated. */
  rotation?: { ref: BoxRef; degrees: number }
}

/**
 * Holds the running gesture outside of React: it changes with every pointer move, while the canvas and a few elements follow
 * once a frame.
 */
export interface DraftStore {
  get(): Draft | null
  set(draft: Draft | null): void
  subscribe(listener: () => void): () => void
}

export function createDraftStore(): DraftStore {
  let draft: Draft | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => draft,
    set(next) {
      if (next === draft) return
      draft = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The slide as it would be if the gesture ended now. */
export function withDraft(slide: Slide, draft: Draft | null): Slide {
  if (draft?.slideId !== slide.id) return slide
  const moved = setFrames(slide, draft.frames)
  if (draft.placement) return { ...moved, photoPlacement: draft.placement }
  return draft.rotation ? styleBoxes(moved, [draft.rotation.ref], { rotation: draft.rotation.degrees }) : moved
}
