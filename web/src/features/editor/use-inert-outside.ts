import { useEffect } from 'react'
import type { RefObject } from 'react'

/** While active, makes everything outside of the element inert for keyboard and screen readers. */
export function useInertOutside(element: RefObject<HTMLElement | null>, active: boolean): void {
  useEffect(() => {
    if (!active || !element.current) return
    const covered: Element[] = []
    const root = document.getElementById('root')
    for (let at: Element | null = element.current; at && at !== root; at = at.parentElement) {
      for (const sibling of at.parentElement?.children ?? []) {
        // Toasts must stay audible; elements that are already inert must stay inert afterwards.
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
