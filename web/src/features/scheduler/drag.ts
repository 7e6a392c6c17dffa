import { useEffect, useRef, type RefObject } from 'react'
import styles from './drag.module.css'
import { minuteAt, pointInWindow, type DropPlace } from './drop.ts'
import { wallText } from './shifting.ts'
import { hidePopup } from './use-post-popup.ts'

export interface DragHandlers {
  /** Number of posts that move with it. */
  countOf(id: string): number
  onDrop(id: string, place: DropPlace): void
  /** A post was dropped where no day is. */
  onMiss(): void
}

/** CSS pixels after which a mouse starts a drag, and touch starts to scroll. */
const MOUSE_SLOP = 5
const TOUCH_SLOP = 8
const LONG_PRESS_MS = 350
/** Milliseconds of hovering over a navigation button until it is clicked. */
const TURN_MS = 600
/** CSS pixels from an edge that start scrolling, and pixels per frame. */
const EDGE = 56
const SCROLL_STEP = 9

interface Drag {
  id: string
  ghost: HTMLElement
  /** Offset of the pointer within the ghost. */
  grip: { x: number; y: number }
  at: { x: number; y: number }
  over: HTMLElement | null
  turn: { button: HTMLElement; timer: ReturnType<typeof setTimeout> } | null
  frame: number
}

/** The drop target under the pointer. */
function dropTargetOf({ at, grip }: Pick<Drag, 'at' | 'grip'>): { element: HTMLElement; place: DropPlace } | null {
  const { x, y } = pointInWindow(at, { width: document.documentElement.clientWidth, height: innerHeight })
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-day]')
  const day = element?.dataset['day']
  if (!element || day === undefined) return null
  if (!element.hasAttribute('data-hours')) return { element, place: { day, minute: null } }
  const { top, height } = element.getBoundingClientRect()
  return { element, place: { day, minute: minuteAt(y - grip.y - top, height) } }
}

function ghostOf(source: HTMLElement, count: number): HTMLElement {
  const ghost = source.cloneNode(true) as HTMLElement
  const { width, height } = source.getBoundingClientRect()
  ghost.removeAttribute('data-post')
  ghost.setAttribute('aria-hidden', 'true')
  ghost.inert = true
  ghost.classList.add(styles.ghost ?? '')
  Object.assign(ghost.style, { width: `${Math.min(width, 260)}px`, height: `${height}px` })
  if (count > 1) ghost.dataset['count'] = String(count)
  document.body.append(ghost)
  return ghost
}

/** Runs one drag at a time, without a React render before the drop. */
class PostDrag {
  private drag: Drag | null = null
  private readonly handlers: () => DragHandlers

  constructor(handlers: () => DragHandlers) {
    this.handlers = handlers
  }

  get isActive(): boolean {
    return this.drag !== null
  }

  begin(source: HTMLElement, at: { x: number; y: number }): void {
    const id = source.dataset['post']
    if (id === undefined) return
    hidePopup()
    const { left, top, width } = source.getBoundingClientRect()
    const ghost = ghostOf(source, this.handlers().countOf(id))
    const grip = { x: Math.min(at.x - left, Math.min(width, 260) - 8), y: at.y - top }
    this.drag = { id, ghost, grip, at, over: null, turn: null, frame: 0 }
    document.documentElement.classList.add(styles.dragging ?? '')
    const step = () => {
      if (!this.drag) return
      this.scroll(this.drag)
      this.drag.frame = requestAnimationFrame(step)
    }
    this.drag.frame = requestAnimationFrame(step)
    this.show()
  }

  moveTo(at: { x: number; y: number }): void {
    if (!this.drag) return
    this.drag.at = at
    this.show()
  }

  drop(): void {
    const { drag } = this
    if (!drag) return
    const target = dropTargetOf(drag)
    this.end()
    if (target) this.handlers().onDrop(drag.id, target.place)
    else this.handlers().onMiss()
  }

  end(): void {
    const { drag } = this
    if (!drag) return
    this.drag = null
    cancelAnimationFrame(drag.frame)
    if (drag.turn) clearTimeout(drag.turn.timer)
    drag.over?.removeAttribute('data-over')
    drag.ghost.remove()
    document.documentElement.classList.remove(styles.dragging ?? '')
  }

  private show(): void {
    const { drag } = this
    if (!drag) return
    drag.ghost.style.translate = `${drag.at.x - drag.grip.x}px ${drag.at.y - drag.grip.y}px`
    const target = dropTargetOf(drag)
    if (drag.over !== target?.element) {
      drag.over?.removeAttribute('data-over')
      target?.element.setAttribute('data-over', '')
      drag.over = target?.element ?? null
    }
    const minute = target?.place.minute ?? null
    if (target && minute !== null) drag.ghost.dataset['when'] = wallText(target.place.day, minute).slice(11)
    else delete drag.ghost.dataset['when']
    this.turn(drag)
  }

  /** Hovering over a navigation button clicks it, to reach other days. */
  private turn(drag: Drag): void {
    const button = document.elementFromPoint(drag.at.x, drag.at.y)?.closest<HTMLElement>('[data-turn]') ?? null
    if (drag.turn?.button === button) return
    if (drag.turn) clearTimeout(drag.turn.timer)
    const click = () => {
      button?.click()
      drag.turn = null
      this.turn(drag)
    }
    drag.turn = button && { button, timer: setTimeout(click, TURN_MS) }
  }

  private scroll({ at, over }: Drag): void {
    const inner = over?.closest<HTMLElement>('[data-scroller]')
    const { top, bottom } = inner?.getBoundingClientRect() ?? { top: 0, bottom: innerHeight }
    const step = at.y < top + EDGE ? -SCROLL_STEP : at.y > Math.min(bottom, innerHeight) - EDGE ? SCROLL_STEP : 0
    if (step === 0) return
    const scroller = inner ?? document.scrollingElement
    const previousTop = scroller?.scrollTop
    scroller?.scrollBy({ top: step, behavior: 'instant' })
    if (previousTop !== scroller?.scrollTop) this.show()
  }
}

/** A press that can become a drag. */
interface Press {
  source: HTMLElement
  at: { x: number; y: number }
  pointer: number
  timer: ReturnType<typeof setTimeout> | undefined
}

/** Suppresses the click that follows a drag. */
function swallowClick(): void {
  const swallow = (event: Event) => {
    event.stopPropagation()
    event.preventDefault()
  }
  addEventListener('click', swallow, { capture: true, once: true })
  setTimeout(() => removeEventListener('click', swallow, { capture: true }), 0)
}

/** Handles drags of posts within an element, by mouse, pen or long press. Returns a cleanup function. */
function listen(root: HTMLElement, handlers: () => DragHandlers): () => void {
  const drag = new PostDrag(handlers)
  let press: Press | null = null
  const release = () => {
    if (press) clearTimeout(press.timer)
    press?.source.removeEventListener('touchmove', holdPage)
    press = null
  }
  // Dragging by touch must not scroll the page.
  const holdPage = (event: Event) => drag.isActive && event.cancelable && event.preventDefault()
  const down = (event: PointerEvent) => {
    const source = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-movable]') : null
    if (!source || event.button !== 0 || !event.isPrimary) return
    release()
    const at = { x: event.clientX, y: event.clientY }
    const lift = () => {
      navigator.vibrate?.(8)
      drag.begin(source, at)
    }
    press = { source, at, pointer: event.pointerId, timer: event.pointerType === 'touch' ? setTimeout(lift, LONG_PRESS_MS) : undefined }
    source.addEventListener('touchmove', holdPage, { passive: false })
  }
  const move = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.pointer) return
    const at = { x: event.clientX, y: event.clientY }
    if (drag.isActive) return drag.moveTo(at)
    const distance = Math.hypot(at.x - press.at.x, at.y - press.at.y)
    if (event.pointerType === 'touch') {
      if (distance > TOUCH_SLOP) release()
    } else if (distance > MOUSE_SLOP) {
      drag.begin(press.source, press.at)
      drag.moveTo(at)
    }
  }
  const up = (event: PointerEvent) => {
    if (!press || event.pointerId !== press.pointer) return
    if (drag.isActive) swallowClick()
    drag.drop()
    release()
  }
  const cancel = () => {
    drag.end()
    release()
  }
  const key = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !drag.isActive) return
    event.stopPropagation()
    swallowClick()
    cancel()
  }
  // A long press must not open the context menu.
  const menu = (event: Event) => press?.timer !== undefined && event.preventDefault()
  root.addEventListener('pointerdown', down)
  root.addEventListener('contextmenu', menu)
  addEventListener('pointermove', move)
  addEventListener('pointerup', up)
  addEventListener('pointercancel', cancel)
  addEventListener('keydown', key, true)
  return () => {
    cancel()
    root.removeEventListener('pointerdown', down)
    root.removeEventListener('contextmenu', menu)
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', up)
    removeEventListener('pointercancel', cancel)
    removeEventListener('keydown', key, true)
  }
}

/** Makes `[data-post][data-movable]` elements draggable onto `[data-day]` elements. */
export function useDrag(root: RefObject<HTMLElement | null>, handlers: DragHandlers): void {
  const latest = useRef(handlers)
  useEffect(() => {
    latest.current = handlers
  }, [handlers])
  useEffect(() => (root.current ? listen(root.current, () => latest.current) : undefined), [root])
}
