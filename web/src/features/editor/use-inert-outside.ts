import { useEffect } from 'react'
import type { RefObject } from 'react'

/** While active, everything of the page outside of the element is out of reach for keyboard and readers. */
export function useInertOutside(element: RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    if (!active || !element.current) return
    const covered: Element[] = []
    const root = document.getElementById('root')
    for (let at: Element | null = element.current; at && at !== root; at = at.parentElement) {
      for (const sibling of at.parentElement?.children ?? []) {
        // Toasts are still to be heard; what is inert already stays so afterwards.
        if (sibling === at || sibling.hasAttribute('inert') || sibling.querySelector('[aria-live]') || sibling.matches('[aria-live]'))
          continue
        sibling.setAttribute('inert', '')
        covered.push(sibling)
      }
    }
    const overflow = document.documentElement.style.overflow
    document.documentElement.style.overflow = 'hidden'
    return () => {
      for (const sibling of covered) sibling.removeAttribute('inert')
      document.documentElement.style.overflow = overflow
    }
  }, [element, active])
}
