import type { BoxRef } from '@ninesixteen/shared/slide/box'
import { useEffect, useRef, useState, type PointerEvent, type RefObject } from 'react'

/** CSS pixels of movement that turn a press into a drag. */
const DRAG_FROM = 4
/** CSS pixels from the panel's edges within which it scrolls, and by how much for each move. */
const SCROLL = { within: 28, by: 10 }

export interface LayerDrag {
  ref: BoxRef
  /** The gap between rows that the layer would be dropped into; 0 is above the first. */
  gap: number
}

export interface LayerDragging {
  list: RefObject<HTMLOListElement | null>
  drag: LayerDrag | null
  press(event: PointerEvent, ref: BoxRef): void
  handlers: {
    onPointerMove(event: PointerEvent<HTMLOListElement>): void
    onPointerUp(): void
    onPointerCancel(): void
  }
}

function gapAt(list: HTMLElement, y: number): number {
  const rows = [...list.querySelectorAll('[data-layer]')].map((row) => row.getBoundingClientRect())
  return rows.filter(({ top, height }) => top + height / 2 < y).length
}

function scrollNear(list: HTMLElement, y: number): void {
  const panel = list.closest('[role="tabpanel"]')
  if (!panel) return
  const { top, bottom } = panel.getBoundingClientRect()
  if (y < top + SCROLL.within) panel.scrollBy({ top: -SCROLL.by })
  else if (y > bottom - SCROLL.within) panel.scrollBy({ top: SCROLL.by })
}

/** Drags a row of the list: with a mouse by any place of it, with a finger by its grip, because other touches scroll. */
export function useLayerDrag(onDrop: (drag: LayerDrag) => void): LayerDragging {
  const list = useRef<HTMLOListElement>(null)
  const pressed = useRef<{ ref: BoxRef; pointerId: number; y: number } | null>(null)
  // A finger may lift before React has rendered its last move.
  const latest = useRef<LayerDrag | null>(null)
  const [drag, setDrag] = useState<LayerDrag | null>(null)
  const isDragging = drag !== null
  const show = (next: LayerDrag | null): void => {
    latest.current = next
    setDrag(next)
  }
  const end = (): void => {
    pressed.current = null
    show(null)
  }

  useEffect(() => {
    if (!isDragging) return
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      end()
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    return () => removeEventListener('keydown', onKeyDown, { capture: true })
  }, [isDragging])

  return {
    list,
    drag,
    press(event, ref) {
      const isGrip = event.target instanceof Element && event.target.closest('[data-grip]') !== null
      if (event.button !== 0 || (event.pointerType !== 'mouse' && !isGrip)) return
      pressed.current = { ref, pointerId: event.pointerId, y: event.clientY }
    },
    handlers: {
      onPointerMove(event) {
        const press = pressed.current
        if (press?.pointerId !== event.pointerId) return
        // The button was released outside of the list.
        if (event.buttons === 0) return end()
        if (!latest.current && Math.abs(event.clientY - press.y) < DRAG_FROM) return
        // Captured only now: a captured press would never become a click of the row.
        event.currentTarget.setPointerCapture(event.pointerId)
        scrollNear(event.currentTarget, event.clientY)
        const gap = gapAt(event.currentTarget, event.clientY)
        if (latest.current?.gap !== gap) show({ ref: press.ref, gap })
      },
      onPointerUp() {
        const dropped = latest.current
        end()
        if (dropped) onDrop(dropped)
      },
      onPointerCancel: end,
    },
  }
}
