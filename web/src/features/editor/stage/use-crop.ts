import { frameOf, type Frame } from '@ninesixteen/shared/slide/box'
import type { Handle } from '@ninesixteen/shared/slide/geometry'
import { RADIUS_MAX, SLIDE_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { ImageBox } from '@ninesixteen/shared/slide/model'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import { useEffect, useEffectEvent, useMemo, useRef, useState, type RefObject } from 'react'
import { cropEdits, cropOf, fitCrop, panCrop, pullCrop, uncrop, zoomCrop, type Crop } from '../design/crop.ts'
import type { PhotoSize } from '../design/photo-framing.ts'
import { useEditorSession } from '../document/session-context.ts'
import type { Point } from '../gestures/gesture.ts'
import { turned } from '../gestures/resizing.ts'
import { useCropDrag, type CropDrag } from './crop-drag.ts'

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
  /** Handles keep the ratio of a shape. */
  shape: CropShape | null
  setShape(shape: CropShape | null): void
  uncrop(): void
  zoom(factor: number): void
  keep(): void
  discard(): void
  pointer: CropDrag['handlers']
}

const middleOf = ({ x, y, width, height }: Frame): Point => ({ x: x + width / 2, y: y + height / 2 })

/** A point of the screen in the coordinates of a crop, which know nothing of the box's rotation. */
function pointOn(surface: HTMLElement | null, { clientX, clientY }: { clientX: number; clientY: number }, box: ImageBox): Point {
  const { left, top, width } = surface?.getBoundingClientRect() ?? { left: 0, top: 0, width: SLIDE_WIDTH }
  const unit = width / SLIDE_WIDTH
  const { x, y } = middleOf(box)
  const from = turned({ x: (clientX - left) / unit - x, y: (clientY - top) / unit - y }, -(box.rotation ?? 0))
  return { x: x + from.x, y: y + from.y }
}

/** A running crop. Only `keep` changes the document; a user who leaves the slideshow or the page has kept it, too. */
export function useCrop(box: ImageBox, size: PhotoSize): Cropping {
  const { store, saver } = useEditorSession()
  const [first] = useState(() => cropOf(box, size))
  const [{ slideId, format }] = useState(() => store.getState().history.present)
  const [crop, setCrop] = useState(first)
  const [shape, setShape] = useState<CropShape | null>(null)
  const [radius, setRadius] = useState(box.radius ?? 0)
  const surface = useRef<HTMLDivElement>(null)
  const keepRatio = shape !== null
  /** The box's corners without those of a circle. */
  const ownRadius = box.radius === RADIUS_MAX ? 0 : (box.radius ?? 0)
  const pointAt = (event: { clientX: number; clientY: number }): Point => pointOn(surface.current, event, box)
  const drag = useCropDrag({ box, crop, setCrop, keepRatio, pointAt })
  const zoom = (factor: number, at?: Point): void => setCrop((before) => zoomCrop(before, { factor, at: at ?? middleOf(before.part) }))
  const discard = (): void => store.setState({ cropping: null })
  const edits = useMemo(() => {
    if (sameData(crop, first) && radius === (box.radius ?? 0)) return []
    return cropEdits(slideId, box, { crop, radius }).map((edit) => ({ ...edit, format }))
  }, [first, crop, radius, box, slideId, format])
  const keep = (): void => {
    discard()
    if (store.performAll(edits)) store.announce('Image cropped')
  }
  const moveByKey = (arrow: Point, { shiftKey, target }: KeyboardEvent): void => {
    const step = shiftKey ? STEP.large : STEP.small
    // In the directions of the screen.
    const by = turned({ x: arrow.x * step, y: arrow.y * step }, -(box.rotation ?? 0))
    const handle = target instanceof HTMLElement ? (target.dataset['cropHandle'] as Handle | undefined) : undefined
    setCrop((before) =>
      handle === undefined ? panCrop(before, by) : pullCrop(before, { handle, dx: by.x, dy: by.y, keepRatio }, frameOf(box)),
    )
  }

  useCropEvents(surface, {
    wheel: (event) => zoom(Math.exp(-event.deltaY * WHEEL_ZOOM), pointAt(event)),
    key(event) {
      const arrow = ARROWS[event.key]
      if (arrow) moveByKey(arrow, event)
      else if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP)
      else if (event.key === '-') zoom(1 / ZOOM_STEP)
      else if (event.key === 'Enter') keep()
      else if (event.key === 'Escape') {
        if (!drag.cancel()) discard()
      } else return false
      return true
    },
    // Showing or selecting something else keeps the change.
    left() {
      const { cropping, grid, history } = store.getState()
      const { selection, ...shown } = history.present
      const isShown = grid === null && shown.slideId === slideId && shown.format === format
      if (cropping === box.id && !(isShown && selection.length === 1 && selection[0] === box.id)) keep()
    },
  })
  useEffect(() => saver.typing(edits.length > 0 ? store.preview(edits) : null), [saver, store, edits])
  useEffect(() => () => saver.typing(null), [saver])

  return {
    surface,
    crop,
    radius,
    shape,
    setShape(next) {
      setShape(next)
      setRadius(next?.isRound ? RADIUS_MAX : ownRadius)
      if (next) setCrop((before) => fitCrop(before, next.ratio))
    },
    uncrop() {
      setShape(null)
      setRadius(ownRadius)
      setCrop(uncrop)
    },
    zoom,
    keep,
    discard,
    pointer: drag.handlers,
  }
}

interface CropEvents {
  /** False for a key that does nothing here. */
  key(event: KeyboardEvent): boolean
  wheel(event: WheelEvent): void
  /** Anything changed in the editor. */
  left(): void
}

/** Keys and wheel of the stage belong to the crop: no shortcut of the slide works. */
function useCropEvents(surface: RefObject<HTMLElement | null>, events: CropEvents): void {
  const { store } = useEditorSession()
  const onKeyDown = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Tab') return
    event.stopPropagation()
    const isButton = event.target instanceof HTMLButtonElement && event.target.dataset['cropHandle'] === undefined
    const isPress = isButton && (event.key === 'Enter' || event.key === ' ')
    if (!isPress && events.key(event)) event.preventDefault()
  })
  const onWheel = useEffectEvent((event: WheelEvent): void => {
    event.preventDefault()
    events.wheel(event)
  })
  const onStoreChange = useEffectEvent(() => events.left())
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
  }, [surface, store])
}
