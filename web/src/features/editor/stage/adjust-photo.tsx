import { MAIN_FORMAT, slideHeight } from '@ninesixteen/shared/slide/formats'
import { SLIDE_WIDTH } from '@ninesixteen/shared/slide/limits'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { Minus, Plus } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import type { Point } from '../gestures/gesture.ts'
import type { GestureMachine } from '../gestures/machine.ts'
import { useEditorSession } from '../document/session-context.ts'
import styles from './adjust-photo.module.css'

/** Slide units of an arrow key, without and with Shift. */
const PAN = { small: 2, large: 16 }
const ZOOM_STEP = 1.1
/** Zoom per pixel of the wheel, as a power of e. */
const WHEEL_ZOOM = 0.0015

const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** Moves and zooms the photo by keyboard, around the middle of the slide; false for keys that it leaves to others. */
function handleKey(gestures: GestureMachine, { key, shiftKey }: KeyboardEvent, middle: Point): boolean {
  const arrow = ARROWS[key]
  const step = shiftKey ? PAN.large : PAN.small
  if (arrow) gestures.send({ type: 'pan-photo', by: { x: arrow.x * step, y: arrow.y * step } })
  else if (key === '+' || key === '=') gestures.send({ type: 'zoom-photo', factor: ZOOM_STEP, at: middle })
  else if (key === '-') gestures.send({ type: 'zoom-photo', factor: 1 / ZOOM_STEP, at: middle })
  else if (key === 'Enter') gestures.send({ type: 'keep-photo' })
  else return false
  return true
}

const middleOf = ({ format = MAIN_FORMAT }: Slide): Point => ({ x: SLIDE_WIDTH / 2, y: slideHeight(format) / 2 })

/** Lies over the slide while its photo is moved. The stage sends drags and pinches; wheel and keys are handled here. */
export function AdjustPhoto() {
  const { gestures, store } = useEditorSession()
  const hint = useId()
  const surface = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = surface.current
    const stage = element?.closest<HTMLElement>('[data-stage]')
    if (!element || !stage) return
    const slideId = store.slide().id
    const onKeyDown = (event: KeyboardEvent): void => {
      const isOnButton = event.target instanceof HTMLButtonElement && (event.key === 'Enter' || event.key === ' ')
      if (event.ctrlKey || event.metaKey || event.altKey || isOnButton || !handleKey(gestures, event, middleOf(store.slide()))) return
      event.preventDefault()
    }
    const onWheel = (event: WheelEvent): void => {
      event.preventDefault()
      const { left, top, width } = element.getBoundingClientRect()
      const unit = width / SLIDE_WIDTH
      const at = { x: (event.clientX - left) / unit, y: (event.clientY - top) / unit }
      gestures.send({ type: 'zoom-photo', factor: Math.exp(-event.deltaY * WHEEL_ZOOM), at })
    }
    stage.addEventListener('keydown', onKeyDown)
    stage.addEventListener('wheel', onWheel, { passive: false })
    // Another slide keeps the change of this one.
    const stop = store.subscribe(() => store.slide().id !== slideId && gestures.send({ type: 'keep-photo' }))
    element.focus({ preventScroll: true })
    element.scrollIntoView({ block: 'nearest' })
    return () => {
      stage.removeEventListener('keydown', onKeyDown)
      stage.removeEventListener('wheel', onWheel)
      stop()
    }
  }, [gestures, store])

  return (
    <>
      <div ref={surface} className={styles.surface} role="application" tabIndex={0} aria-label="Adjust photo" aria-describedby={hint} />
      <p id={hint} className="visually-hidden">
        Arrow keys move the photo, plus and minus zoom. Enter keeps the change, Escape discards it.
      </p>
      <div className={styles.bar} data-stage-ui role="toolbar" aria-label="Adjust photo">
        <IconButton
          size="small"
          label="Zoom out"
          icon={<Minus aria-hidden="true" />}
          onClick={() => gestures.send({ type: 'zoom-photo', factor: 1 / ZOOM_STEP, at: middleOf(store.slide()) })}
        />
        <IconButton
          size="small"
          label="Zoom in"
          icon={<Plus aria-hidden="true" />}
          onClick={() => gestures.send({ type: 'zoom-photo', factor: ZOOM_STEP, at: middleOf(store.slide()) })}
        />
        <Button size="small" variant="ghost" onClick={() => gestures.send({ type: 'cancel' })}>
          Cancel
        </Button>
        <Button size="small" variant="primary" onClick={() => gestures.send({ type: 'keep-photo' })}>
          Done
        </Button>
      </div>
    </>
  )
}
