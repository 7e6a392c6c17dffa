import { useCallback, type RefCallback } from 'react'

type Edge = 'top' | 'bottom'

/** Space for the focus ring between a control and the bar, in pixels. */
const RING = 8

const bars = new Map<HTMLElement, Edge>()
let scrollers = new Set<HTMLElement>()
const sizes = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(() => update())

const lengthOf = (element: HTMLElement, property: string): number =>
  Number.parseFloat(getComputedStyle(element).getPropertyValue(property)) || 0

/** The element that scrolls under the bar. */
function scrollerOf(bar: HTMLElement): HTMLElement {
  const root = document.documentElement
  if (getComputedStyle(bar).position === 'fixed') return root
  let element = bar.parentElement
  while (element && !/auto|scroll/.test(getComputedStyle(element).overflowY)) element = element.parentElement
  return element ?? root
}

function update(): void {
  const covered = new Map<HTMLElement, Record<Edge, number>>()
  for (const [bar, edge] of bars) {
    if (bar.offsetHeight === 0) continue
    const scroller = scrollerOf(bar)
    const pixels = covered.get(scroller) ?? { top: 0, bottom: 0 }
    // A sticky bar stays inside the padding of its scroller.
    const padding = scroller === document.documentElement ? 0 : lengthOf(scroller, `padding-${edge}`)
    pixels[edge] = Math.max(pixels[edge], bar.offsetHeight + lengthOf(bar, edge) + padding + RING)
    covered.set(scroller, pixels)
  }
  for (const scroller of scrollers) if (!covered.has(scroller)) scroller.style.scrollPaddingBlock = ''
  for (const [scroller, { top, bottom }] of covered) scroller.style.scrollPaddingBlock = `${top}px ${bottom}px`
  scrollers = new Set(covered.keys())
}

/** For a sticky or fixed bar: scrolls focused elements clear of it. */
export function useCovers(edge: Edge): RefCallback<HTMLElement> {
  return useCallback(
    (bar: HTMLElement | null) => {
      if (!bar) return
      bars.set(bar, edge)
      sizes?.observe(bar)
      sizes?.observe(document.documentElement)
      update()
      return () => {
        bars.delete(bar)
        sizes?.unobserve(bar)
        update()
      }
    },
    [edge],
  )
}
