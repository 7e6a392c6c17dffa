import { useEffect, useRef, useState, type RefObject } from 'react'
import { gapAt, type CellRect } from './grid-model.ts'

/** CSS pixels that the mouse moves before a press becomes a drag. */
const MOUSE_SLACK = 5
/** Milliseconds that a finger rests before it picks up a slide; before that it scrolls. */
const LONG_PRESS = 350
const FINGER_SLACK = 10
/** CSS pixels from the edge where a drag scrolls the list, and pixels that it scrolls a frame. */
const SCROLL_EDGE = 48
const SCROLL_STEP = 9

export interface GridDrag {
  /** The slide under the pointer when it was picked up. */
  id: string
  gap: number
}

export interface GridDragOptions {
  list: RefObject<HTMLElement | null>
  /** Follows the pointer. */
  ghost: RefObject<HTMLElement | null>
  onDrop(drag: GridDrag): void
}

export function cellsOf(list: HTMLElement): CellRect[] {
  return [...list.querySelectorAll<HTMLElement>('[data-slide]')].map((cell) => cell.getBoundingClientRect())
}

interface Press {
  id: string
  pointer: number
  x: number
  y: number
  isTouch: boolean
  timer: ReturnType<typeof setTimeout> | null
}

/** Scrolls the list, or the page around a list that fits, while the pointer rests near an edge. */
function scrollNear(list: HTMLElement, y: number): void {
  const { top, bottom } = list.getBoundingClientRect()
  const [from, to] = [Math.max(0, top), Math.min(innerHeight, bottom)]
  if (y < from + SCROLL_EDGE) list.scrollTop -= SCROLL_STEP
  else if (y > to - SCROLL_EDGE) list.scrollTop += SCROLL_STEP
}

/** Drags slides by mouse, pen or, after a long press, a finger. Escape cancels. Returns the running drag. */
export function useGridDrag({ list, ghost, onDrop }: GridDragOptions): GridDrag | null {
  const [drag, setDrag] = useState<GridDrag | null>(null)
  const drop = useRef(onDrop)
  useEffect(() => {
    drop.current = onDrop
  }, [onDrop])

  useEffect(() => {
    const element = list.current
    return element ? listenToDrags(element, { ghost, setDrag, drop: (dropped) => drop.current(dropped) }) : undefined
  }, [list, ghost])
  return drag
}

interface DragListeners {
  ghost: RefObject<HTMLElement | null>
  setDrag(drag: GridDrag | null): void
  drop(drag: GridDrag): void
}

function listenToDrags(element: HTMLElement, { ghost, setDrag, drop }: DragListeners): () => void {
  const stop = new AbortController()
  const { signal } = stop
  let press: Press | null = null
  let drag: GridDrag | null = null
  let at = { x: 0, y: 0 }
  /** A press that became a drag ends with a click that selects nothing. */
  let swallowClick = false

  const show = (next: GridDrag | null): void => {
    if (next?.gap !== drag?.gap || next?.id !== drag?.id) setDrag(next)
    drag = next
  }
  const place = (): void => {
    if (!drag) return
    Object.assign(ghost.current?.style ?? {}, { left: `${at.x}px`, top: `${at.y}px` })
    show({ ...drag, gap: gapAt(cellsOf(element), at) })
  }
  const frame = (): void => {
    if (!drag) return
    scrollNear(element, at.y)
    place()
    requestAnimationFrame(frame)
  }
  const lift = (): void => {
    if (!press) return
    swallowClick = true
    element.setPointerCapture(press.pointer)
    show({ id: press.id, gap: gapAt(cellsOf(element), at) })
    requestAnimationFrame(frame)
  }
  const end = (): void => {
    if (press?.timer) clearTimeout(press.timer)
    press = null
    show(null)
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      swallowClick = false
      const tile = event.target instanceof Element ? event.target.closest('[data-tile]') : null
      const id = tile?.closest<HTMLElement>('[data-slide]')?.dataset['slide']
      if (event.button !== 0 || id === undefined || press) return
      const isTouch = event.pointerType === 'touch'
      at = { x: event.clientX, y: event.clientY }
      press = { id, pointer: event.pointerId, ...at, isTouch, timer: isTouch ? setTimeout(lift, LONG_PRESS) : null }
    },
    { signal },
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      if (event.pointerId !== press?.pointer) return
      at = { x: event.clientX, y: event.clientY }
      const far = Math.hypot(at.x - press.x, at.y - press.y)
      if (drag) place()
      else if (press.isTouch && far > FINGER_SLACK) end()
      else if (!press.isTouch && far > MOUSE_SLACK) lift()
    },
    { signal },
  )
  element.addEventListener(
    'pointerup',
    (event) => {
      if (event.pointerId !== press?.pointer) return
      const dropped = drag
      end()
      if (dropped) drop(dropped)
    },
    { signal },
  )
  element.addEventListener('pointercancel', end, { signal })
  // A finger that has picked up a slide must not scroll, nor open the browser's menu.
  element.addEventListener('touchmove', (event) => drag && event.preventDefault(), { signal, passive: false })
  element.addEventListener('contextmenu', (event) => press?.isTouch && event.preventDefault(), { signal })
  element.addEventListener(
    'click',
    (event) => {
      if (swallowClick) event.stopPropagation()
      swallowClick = false
    },
    { signal, capture: true },
  )
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !drag) return
      event.preventDefault()
      event.stopPropagation()
      end()
    },
    { signal, capture: true },
  )
  return () => {
    stop.abort()
    end()
  }
}
