import { frameOf } from '@ninesixteen/shared/slide/box'
import type { Handle } from '@ninesixteen/shared/slide/geometry'
import type { ImageBox } from '@ninesixteen/shared/slide/model'
import { useRef, type PointerEvent } from 'react'
import { panCrop, pullCrop, zoomCrop, type Crop } from '../design/crop.ts'
import type { Point } from '../gestures/gesture.ts'

/** Fingers or a mouse on the surface, with the crop at the time the last one came or left. */
interface Hold {
  start: Crop
  handle: Handle | null
  from: Map<number, Point>
  at: Map<number, Point>
}

interface CropDragParts {
  box: ImageBox
  crop: Crop
  setCrop(crop: Crop): void
  keepRatio: boolean
  /** A point of the screen in the coordinates of the crop. */
  pointAt(event: { clientX: number; clientY: number }): Point
}

export interface CropDrag {
  /** Takes a running drag back; false when there is none. */
  cancel(): boolean
  handlers: {
    onPointerDown(event: PointerEvent<HTMLDivElement>): void
    onPointerMove(event: PointerEvent<HTMLDivElement>): void
    onPointerUp(event: PointerEvent<HTMLDivElement>): void
    onPointerCancel(event: PointerEvent<HTMLDivElement>): void
  }
}

const centreOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

function distanceOf([a, b]: readonly Point[]): number {
  return a && b ? Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 1
}

/** The crop after fingers or a mouse moved: one of them pans or pulls a handle, two zoom. */
function moved({ start, handle, from, at }: Hold, box: ImageBox, keepRatio: boolean): Crop {
  const [before, after] = [[...from.values()], [...at.values()]]
  const [old, now] = [centreOf(before), centreOf(after)]
  const by = { x: now.x - old.x, y: now.y - old.y }
  if (handle) return pullCrop(start, { handle, dx: by.x, dy: by.y, keepRatio }, frameOf(box))
  const panned = panCrop(start, by)
  return before.length < 2 ? panned : zoomCrop(panned, { factor: distanceOf(after) / distanceOf(before), at: now })
}

const handleAt = (target: EventTarget): Handle | null =>
  target instanceof HTMLElement ? ((target.dataset['cropHandle'] as Handle | undefined) ?? null) : null

/** Pans, zooms and resizes a crop with fingers or a mouse. Every move is computed from the start. */
export function useCropDrag({ box, crop, setCrop, keepRatio, pointAt }: CropDragParts): CropDrag {
  const hold = useRef<Hold | null>(null)
  const isHeld = (event: PointerEvent): boolean => hold.current?.at.has(event.pointerId) === true
  const release = (event: PointerEvent): void => {
    const held = hold.current
    if (!held || !isHeld(event)) return
    held.at.delete(event.pointerId)
    // The finger that stays goes on from where it is.
    hold.current = held.at.size === 0 ? null : { start: crop, handle: null, from: new Map(held.at), at: held.at }
  }
  return {
    cancel() {
      if (!hold.current) return false
      setCrop(hold.current.start)
      hold.current = null
      return true
    },
    handlers: {
      onPointerDown(event) {
        const held = hold.current
        if (event.button !== 0 || (held?.at.size ?? 0) > 1) return
        event.currentTarget.setPointerCapture(event.pointerId)
        // A second finger takes back what the first one pulled: two fingers always zoom.
        const start = held?.handle ? held.start : crop
        if (start !== crop) setCrop(start)
        const at = new Map([...(held?.at ?? []), [event.pointerId, pointAt(event)] as const])
        hold.current = { start, handle: at.size === 1 ? handleAt(event.target) : null, from: new Map(at), at }
      },
      onPointerMove(event) {
        if (!hold.current || !isHeld(event)) return
        hold.current.at.set(event.pointerId, pointAt(event))
        setCrop(moved(hold.current, box, keepRatio || event.shiftKey))
      },
      onPointerUp: release,
      onPointerCancel: release,
    },
  }
}
