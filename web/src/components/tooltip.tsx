import { cloneElement, useEffect, useId, useLayoutEffect, useRef, useState, type ReactElement, type SyntheticEvent } from 'react'
import { createPortal } from 'react-dom'
import { usePopupContainer } from './popup-context.ts'
import styles from './tooltip.module.css'

const DELAY_MS = 450
const GAP = 6
const EDGE = 8

export interface TooltipProps {
  label: string
  shortcut?: string
  side?: 'top' | 'bottom' | 'left' | 'right'
  /** One element that spreads its props. */
  children: ReactElement<Record<string, unknown>>
}

type Handler = (event: SyntheticEvent<HTMLElement>) => void

/** Positions the tooltip next to its control, inside the window, on the opposite side if there is no room. */
function position(bubble: HTMLElement, anchor: DOMRect, side: NonNullable<TooltipProps['side']>): void {
  const { offsetWidth: width, offsetHeight: height } = bubble
  const across = { x: anchor.left + anchor.width / 2 - width / 2, y: anchor.top + anchor.height / 2 - height / 2 }
  const spots = {
    bottom: { x: across.x, y: anchor.bottom + GAP },
    top: { x: across.x, y: anchor.top - GAP - height },
    right: { x: anchor.right + GAP, y: across.y },
    left: { x: anchor.left - GAP - width, y: across.y },
  }
  const opposite = { bottom: 'top', top: 'bottom', right: 'left', left: 'right' } as const
  const fits = ({ x, y }: { x: number; y: number }) =>
    x >= EDGE && y >= EDGE && x + width <= innerWidth - EDGE && y + height <= innerHeight - EDGE
  const vertical = side === 'top' || side === 'bottom'
  const hasRoom = vertical ? fits({ x: EDGE, y: spots[side].y }) : fits(spots[side])
  const { x, y } = hasRoom ? spots[side] : spots[opposite[side]]
  bubble.style.left = `${Math.min(Math.max(x, EDGE), innerWidth - width - EDGE)}px`
  bubble.style.top = `${y}px`
}

/** Opens after a short hover, or at once on keyboard focus; closes on leave, press, scroll and Escape. */
function useTooltip() {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const close = () => {
    clearTimeout(timer.current)
    setAnchor(null)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!anchor) return
    const closeNow = () => setAnchor(null)
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setAnchor(null)
    addEventListener('scroll', closeNow, true)
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('scroll', closeNow, true)
      removeEventListener('keydown', onKey)
    }
  }, [anchor])
  const handlers: Record<string, Handler> = {
    onPointerEnter(event) {
      const element = event.currentTarget
      if ((event.nativeEvent as PointerEvent).pointerType === 'touch') return
      timer.current = setTimeout(() => setAnchor(element), DELAY_MS)
    },
    onPointerLeave: close,
    onPointerDown: close,
    onClick: close,
    onFocus(event) {
      if (event.currentTarget.matches(':focus-visible')) setAnchor(event.currentTarget)
    },
    onBlur: close,
  }
  return { anchor, handlers }
}

/** Names a control that shows only an icon. The control keeps its own accessible name. */
export function Tooltip({ label, shortcut, side = 'bottom', children }: TooltipProps) {
  const id = useId()
  const container = usePopupContainer()
  const bubble = useRef<HTMLDivElement>(null)
  const { anchor, handlers } = useTooltip()
  useLayoutEffect(() => {
    if (anchor && bubble.current) position(bubble.current, anchor.getBoundingClientRect(), side)
  }, [anchor, side, label])
  const own = children.props
  const merged = Object.entries(handlers).map(([name, handle]) => [
    name,
    (event: SyntheticEvent<HTMLElement>) => {
      handle(event)
      const handler = own[name]
      if (typeof handler === 'function') (handler as Handler)(event)
    },
  ])
  // Text that differs from the control's name becomes its description.
  const describes = anchor !== null && own['aria-label'] !== label
  return (
    <>
      {cloneElement(children, { ...Object.fromEntries(merged), ...(describes ? { 'aria-describedby': id } : {}) })}
      {anchor &&
        createPortal(
          <div ref={bubble} id={id} role="tooltip" className={styles.popup}>
            {label}
            {shortcut && <kbd className={styles.shortcut}>{shortcut}</kbd>}
          </div>,
          container,
        )}
    </>
  )
}
