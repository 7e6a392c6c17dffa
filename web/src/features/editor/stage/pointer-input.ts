import { TEXT_HANDLES } from '@ninesixteen/shared/slide/geometry'
import type { Handle } from '@ninesixteen/shared/slide/geometry'
import { SLIDE_WIDTH } from '@ninesixteen/shared/slide/model'
import type { Keys, PointerAt, Target } from '../gestures/gesture.ts'
import type { GestureMachine } from '../gestures/machine.ts'

const isHandle = (name: string | undefined): name is Handle => TEXT_HANDLES.some((handle) => handle === name)

/** The target under the pointer, from data attributes; null for controls over the slide. */
function targetOf(element: Element): Target | null {
  if (element.closest('[data-stage-ui]')) return null
  const ref = element.closest<HTMLElement>('[data-ref]')?.dataset['ref']
  if (ref === undefined) return { kind: 'slide' }
  const handle = element.closest<HTMLElement>('[data-handle]')?.dataset['handle']
  if (handle === 'rotate') return { kind: 'rotate', ref }
  return isHandle(handle) ? { kind: 'handle', ref, handle } : { kind: 'box', ref }
}

function keysOf(event: { shiftKey: boolean; altKey: boolean; ctrlKey: boolean; metaKey: boolean }): Keys {
  return { shift: event.shiftKey, alt: event.altKey, bypass: event.ctrlKey || event.metaKey }
}

function focusTarget(stage: HTMLElement, target: Target): void {
  const box = target.kind === 'slide' ? null : stage.querySelector<HTMLElement>(`[data-ref="${CSS.escape(target.ref)}"]`)
  const element = box ?? stage
  element.focus({ preventScroll: true })
}

/**
 * Sends pointer events of the stage to the gestures, bypassing React because of their rate. The pointer is captured, so that a
 * drag continues outside of the stage.
 */
export function listenToPointer(stage: HTMLElement, slide: HTMLElement, gestures: GestureMachine): () => void {
  let held: { id: number; left: number; top: number; unit: number; last: { x: number; y: number } } | null = null

  const at = (event: PointerEvent, place: { left: number; top: number; unit: number }): PointerAt => ({
    at: { x: (event.clientX - place.left) / place.unit, y: (event.clientY - place.top) / place.unit },
    screen: { x: event.clientX, y: event.clientY },
    keys: keysOf(event),
    time: event.timeStamp,
  })
  /** The second finger's pointer id, and both positions on the screen. */
  let fingers: { second: number; at: Map<number, { x: number; y: number }> } | null = null
  const pinch = (place: { left: number; top: number; unit: number }): void => {
    const [a, b] = fingers ? [...fingers.at.values()] : []
    if (!a || !b) return
    const centre = { x: ((a.x + b.x) / 2 - place.left) / place.unit, y: ((a.y + b.y) / 2 - place.top) / place.unit }
    gestures.send({ type: 'pinch', centre, distance: Math.max(1, Math.hypot(a.x - b.x, a.y - b.y)) })
  }
  const release = (): void => {
    held = null
    fingers = null
    delete stage.dataset['held']
  }
  // Focus is set explicitly: browsers disagree on the focus of a press while the pointer is captured.
  const keepFocus = (event: MouseEvent): void => {
    if (event.target instanceof Element && targetOf(event.target) && !event.target.closest('textarea')) event.preventDefault()
  }
  const down = (event: PointerEvent): void => {
    const target = event.target instanceof Element ? targetOf(event.target) : null
    if (target && held && !fingers && event.pointerType === 'touch' && event.pointerId !== held.id) {
      const places = new Map([
        [held.id, held.last],
        [event.pointerId, { x: event.clientX, y: event.clientY }],
      ])
      fingers = { second: event.pointerId, at: places }
      return pinch(held)
    }
    if (!target || event.button !== 0 || held || (event.target instanceof Element && event.target.closest('textarea'))) return
    const { left, top, width } = slide.getBoundingClientRect()
    held = { id: event.pointerId, left, top, unit: width / SLIDE_WIDTH, last: { x: event.clientX, y: event.clientY } }
    stage.dataset['held'] = ''
    // Browsers treat programmatic focus as keyboard focus and would draw a focus ring around the stage.
    stage.dataset['pressed'] = ''
    focusTarget(stage, target)
    // Touch must be able to scroll the page, which capture prevents.
    if (event.pointerType === 'mouse' || target.kind === 'handle' || target.kind === 'rotate') stage.setPointerCapture(event.pointerId)
    gestures.send({ type: 'down', ...at(event, held), target, touch: event.pointerType !== 'mouse' })
  }
  const move = (event: PointerEvent): void => {
    if (held && fingers?.at.has(event.pointerId)) {
      fingers.at.set(event.pointerId, { x: event.clientX, y: event.clientY })
      return pinch(held)
    }
    if (held?.id !== event.pointerId) return
    held.last = { x: event.clientX, y: event.clientY }
    gestures.send({ type: 'move', ...at(event, held) })
  }
  /** Lifting either finger ends the gesture. */
  const isOurs = (event: PointerEvent): boolean => held?.id === event.pointerId || fingers?.second === event.pointerId
  const up = (event: PointerEvent): void => {
    if (!held || !isOurs(event)) return
    gestures.send({ type: 'up', ...at(event, held) })
    release()
  }
  const cancel = (event: PointerEvent): void => {
    if (!held || !isOurs(event)) return
    gestures.send({ type: 'cancel' })
    release()
  }
  const key = (event: KeyboardEvent): void => {
    delete stage.dataset['pressed']
    if (held && ['Shift', 'Alt', 'Control', 'Meta'].includes(event.key)) gestures.send({ type: 'keys', keys: keysOf(event) })
  }

  stage.addEventListener('pointerdown', down)
  stage.addEventListener('mousedown', keepFocus)
  stage.addEventListener('pointermove', move)
  stage.addEventListener('pointerup', up)
  stage.addEventListener('pointercancel', cancel)
  addEventListener('keydown', key)
  addEventListener('keyup', key)
  return () => {
    stage.removeEventListener('pointerdown', down)
    stage.removeEventListener('mousedown', keepFocus)
    stage.removeEventListener('pointermove', move)
    stage.removeEventListener('pointerup', up)
    stage.removeEventListener('pointercancel', cancel)
    removeEventListener('keydown', key)
    removeEventListener('keyup', key)
  }
}
