import { frameOf } from '@ninesixteen/shared/slide/box'
import type { Handle } from '@ninesixteen/shared/slide/geometry'
import { RADIUS_MAX, SLIDE_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { ImageBox } from '@ninesixteen/shared/slide/model'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent as KeyPress, type PointerEvent, type RefObject } from 'react'
import { cropEdits, cropOf, fitCrop, panCrop, pullCrop, uncrop, zoomCrop, type Crop } from '../design/crop.ts'
import type { PhotoSize } from '../design/photo-framing.ts'
import { useEditorSession } from '../document/session-context.ts'
import type { Point } from '../gestures/gesture.ts'
import { turned } from '../gestures/resizing.ts'

export const ZOOM_STEP = 1.1
/** Zoom per pixel of the wheel, as a power of e. */
const WHEEL_ZOOM = 0.0015
/** Slide units of an arrow key, without and with Shift. */
const STEP = { small: 2, large: 16 }

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

interface CropShape {
  name: string
  ratio: number
  isRound: boolean
}

export const CROP_SHAPES: readonly CropShape[] = [
  { name: 'Square', ratio: 1, isRound: false },
  { name: '4:5', ratio: 4 / 5, isRound: false },
  { name: 'Circle', ratio: 1, isRound: true },
]

export interface Cropping {
  surface: RefObject<HTMLDivElement | null>
  crop: Crop
  radius: number
  /** Null when the handles change the ratio. */
  ratio: number | null
  shape: CropShape | null
  setShape(shape: CropShape | null): void
  uncrop(): void
  zoom(factor: number): void
  pullByKey(handle: Handle, event: KeyPress): boolean
  keep(): void
  discard(): void
  pointer: {
    onPointerDown(event: PointerEvent<HTMLDivElement>): void
    onPointerMove(event: PointerEvent<HTMLDivElement>): void
    onPointerUp(event: PointerEvent<HTMLDivElement>): void
    onPointerCancel(event: PointerEvent<HTMLDivElement>): void
  }
}

/** Fingers or a mouse on the surface, with the crop at the time the last one came or left. */
interface Hold {
  start: Crop
  handle: Handle | null
  from: Map<number, Point>
  at: Map<number, Point>
}

const centreOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

function distanceOf([a, b]: readonly Point[]): number {
  return a && b ? Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) : 1
}

/** The crop after fingers or a mouse moved: one of them pans or pulls a handle, two zoom. */
function dragged({ start, handle, from, at }: Hold, box: ImageBox, keepRatio: boolean): Crop {
  const [before, after] = [[...from.values()], [...at.values()]]
  const [old, now] = [centreOf(before), centreOf(after)]
  const by = { x: now.x - old.x, y: now.y - old.y }
  if (handle) return pullCrop(start, { handle, dx: by.x, dy: by.y, keepRatio }, frameOf(box))
  const moved = panCrop(start, by)
  return before.length < 2 ? moved : zoomCrop(moved, { factor: distanceOf(after) / distanceOf(before), at: now })
}

const handleAt = (target: EventTarget): Handle | null =>
  target instanceof HTMLElement ? ((target.dataset['cropHandle'] as Handle | undefined) ?? null) : null

/** A running crop. Only `keep` changes the document. */
export function useCrop({ box, size, rotation }: { box: ImageBox; size: PhotoSize; rotation: number }): Cropping {
  const { store } = useEditorSession()
  const [first] = useState(() => cropOf(box, size))
  const [crop, setCrop] = useState(first)
  const [shape, setShape] = useState<CropShape | null>(null)
  const [radius, setRadius] = useState(box.radius ?? 0)
  const [slideId] = useState(() => store.slide().id)
  const surface = useRef<HTMLDivElement>(null)
  const hold = useRef<Hold | null>(null)
  const ratio = shape?.ratio ?? null
  const middle = centreOf([crop.part, { x: crop.part.x + crop.part.width, y: crop.part.y + crop.part.height }])

  const discard = (): void => store.setState({ cropping: null })
  const keep = (): void => {
    const isChanged = !sameData(crop, first) || radius !== (box.radius ?? 0)
    discard()
    if (isChanged && store.performAll(cropEdits(slideId, box, { crop, radius }))) store.announce('Image cropped')
  }
  /** A point of the screen in the coordinates of the crop, which know nothing of the box's rotation. */
  const pointAt = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left, top, width } = surface.current?.getBoundingClientRect() ?? { left: 0, top: 0, width: SLIDE_WIDTH }
    const unit = width / SLIDE_WIDTH
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const from = turned({ x: (clientX - left) / unit - x, y: (clientY - top) / unit - y }, -rotation)
    return { x: x + from.x, y: y + from.y }
  }
  const change = (next: (before: Crop) => Crop): void => setCrop(next)
  const zoom = (factor: number, at: Point = middle): void => change((before) => zoomCrop(before, { factor, at }))
  /** Takes a drag back; false when there is none. */
  const cancelDrag = (): boolean => {
    if (!hold.current) return false
    setCrop(hold.current.start)
    hold.current = null
    return true
  }
  const handleKey = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const arrow = ARROWS[key]
    const step = shiftKey ? STEP.large : STEP.small
    // In the coordinates of the screen.
    if (arrow) change((before) => panCrop(before, turned({ x: arrow.x * step, y: arrow.y * step }, -rotation)))
    else if (key === '+' || key === '=') zoom(ZOOM_STEP)
    else if (key === '-') zoom(1 / ZOOM_STEP)
    else if (key === 'Enter') keep()
    else if (key === 'Escape' && !cancelDrag()) discard()
    else return false
    return true
  }

  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    const isOnButton = event.target instanceof HTMLButtonElement && event.key !== 'Escape'
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return
    // No shortcut of the slide works during a crop.
    event.stopPropagation()
    if (!(isOnButton && (event.key === 'Enter' || event.key === ' ')) && handleKey(event)) event.preventDefault()
  })
  const onWheel = useEffectEvent((event: WheelEvent): void => {
    event.preventDefault()
    zoom(Math.exp(-event.deltaY * WHEEL_ZOOM), pointAt(event))
  })
  const onStoreChange = useEffectEvent((): void => {
    const { cropping, history } = store.getState()
    const { selection } = history.present
    if (cropping === box.id && (store.slide().id !== slideId || selection.length !== 1 || selection[0] !== box.id)) keep()
  })
  useEffect(() => {
    const element = surface.current
    const stage = element?.closest<HTMLElement>('[data-stage]')
    if (!element || !stage) return
    const [key, wheel] = [(event: KeyboardEvent) => onKeyDown(event), (event: WheelEvent) => onWheel(event)]
    stage.addEventListener('keydown', key)
    stage.addEventListener('wheel', wheel, { passive: false })
    const stop = store.subscribe(() => onStoreChange())
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest' })
    return () => {
      stage.removeEventListener('keydown', key)
      stage.removeEventListener('wheel', wheel)
      stop()
    }
  }, [store])

  const isHeld = (event: PointerEvent): boolean => hold.current?.at.has(event.pointerId) === true
  const release = (event: PointerEvent): void => {
    const held = hold.current
    if (!held || !isHeld(event)) return
    held.at.delete(event.pointerId)
    // The finger that stays goes on from where it is.
    hold.current = held.at.size === 0 ? null : { start: crop, handle: null, from: new Map(held.at), at: held.at }
  }
  return {
    surface,
    crop,
    radius,
    ratio,
    shape,
    setShape(next) {
      setShape(next)
      if (!next) return
      change((before) => fitCrop(before, next.ratio))
      setRadius(next.isRound ? RADIUS_MAX : box.radius === RADIUS_MAX ? 0 : (box.radius ?? 0))
    },
    uncrop() {
      setShape(null)
      setRadius(box.radius === RADIUS_MAX ? 0 : (box.radius ?? 0))
      change(uncrop)
    },
    zoom,
    pullByKey(handle, { key, shiftKey, ctrlKey, metaKey, altKey }) {
      const arrow = ARROWS[key]
      if (!arrow || ctrlKey || metaKey || altKey) return false
      const step = shiftKey ? STEP.large : STEP.small
      change((before) => pullCrop(before, { handle, dx: arrow.x * step, dy: arrow.y * step, keepRatio: ratio !== null }, frameOf(box)))
      return true
    },
    keep,
    discard,
    pointer: {
      onPointerDown(event) {
        if (event.button !== 0 || (hold.current?.at.size ?? 0) > 1 || hold.current?.handle) return
        event.currentTarget.setPointerCapture(event.pointerId)
        const at = new Map([...(hold.current?.at ?? []), [event.pointerId, pointAt(event)] as const])
        hold.current = { start: crop, handle: at.size === 1 ? handleAt(event.target) : null, from: new Map(at), at }
      },
      onPointerMove(event) {
        if (!hold.current || !isHeld(event)) return
        hold.current.at.set(event.pointerId, pointAt(event))
        setCrop(dragged(hold.current, box, ratio !== null || event.shiftKey))
      },
      onPointerUp: release,
      onPointerCancel: release,
    },
  }
}
