import { useEffect, type FocusEvent, type PointerEvent } from 'react'
import { create } from 'zustand'

/** Time for the pointer to move from the pill into the popup. */
const HIDE_DELAY_MS = 100

interface OpenPopup {
  id: string
  anchor: HTMLElement
}

const usePopup = create<{ open: OpenPopup | null }>(() => ({ open: null }))
let timer: ReturnType<typeof setTimeout> | undefined

function show(id: string, anchor: HTMLElement): void {
  clearTimeout(timer)
  usePopup.setState({ open: { id, anchor } })
}

export function hidePopup(): void {
  clearTimeout(timer)
  usePopup.setState({ open: null })
}

function hideSoon(): void {
  clearTimeout(timer)
  timer = setTimeout(hidePopup, HIDE_DELAY_MS)
}

export const useOpenPopup = () => usePopup((state) => state.open)
export const useIsPopupOpen = (id: string) => usePopup((state) => state.open?.id === id)

/** Handlers of the popup's anchor. Touch can't hover, so a tap opens the details instead. */
export function popupTriggers(id: string) {
  return {
    onPointerEnter(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === 'mouse' && event.buttons === 0) show(id, event.currentTarget)
    },
    onPointerLeave: hideSoon,
    onFocus(event: FocusEvent<HTMLElement>) {
      if (event.currentTarget.matches(':focus-visible')) show(id, event.currentTarget)
    },
    onBlur: hideSoon,
  }
}

/** Handlers of the popup itself. */
export const popupHandlers = {
  onPointerEnter: () => clearTimeout(timer),
  onPointerLeave: hideSoon,
  onFocus: () => clearTimeout(timer),
  onBlur: hideSoon,
}

/** Closes the popup on a press elsewhere, on Esc and on scrolling. */
export function useClosing(popup: { current: HTMLElement | null }, open: OpenPopup | null): void {
  useEffect(() => {
    if (!open) return
    const isWithin = (target: EventTarget | null) =>
      target instanceof Node && (popup.current?.contains(target) === true || open.anchor.contains(target))
    const onPress = ({ target }: Event) => !isWithin(target) && hidePopup()
    const onKey = ({ key }: KeyboardEvent) => key === 'Escape' && hidePopup()
    const onScroll = ({ target }: Event) => !(target instanceof Node && popup.current?.contains(target)) && hidePopup()
    addEventListener('pointerdown', onPress, true)
    addEventListener('keydown', onKey)
    addEventListener('scroll', onScroll, true)
    return () => {
      removeEventListener('pointerdown', onPress, true)
      removeEventListener('keydown', onKey)
      removeEventListener('scroll', onScroll, true)
    }
  }, [popup, open])
}
