import type { Page } from '@playwright/test'

/** Controls smaller than 24 by 24 CSS pixels. Links within a sentence and boxes on a slide have the size of their content. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const targets = 'a[href], button, input, select, textarea, summary, [role=tab], [role=menuitem], [role=option], [role=switch]'
    const least = 23.5
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display === 'inline' && element.parentElement?.textContent.trim() !== element.textContent?.trim()
    /** With a finger's room around it, which is drawn as nothing. */
    const roomOf = (element: Element) => {
      const { width, height } = element.getBoundingClientRect()
      const after = getComputedStyle(element, '::after')
      if (after.content === 'none' || after.position !== 'absolute') return { width, height }
      const beyond = (...sides: string[]) => sides.reduce((sum, side) => sum + Math.max(0, -Number.parseFloat(side) || 0), 0)
      return { width: width + beyond(after.left, after.right), height: height + beyond(after.top, after.bottom) }
    }
    /** A control is pressed on its label as well. */
    const areaOf = (element: Element) => {
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
      const rooms = [element, ...labels].map(roomOf)
      return { width: Math.max(...rooms.map((room) => room.width)), height: Math.max(...rooms.map((room) => room.height)) }
    }
    return [...document.querySelectorAll(targets)]
      .filter(
        (element) =>
          element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
          !element.closest('[data-stage], [inert], [aria-hidden=true]'),
      )
      .filter((element) => element.getBoundingClientRect().width > 1 && !isInSentence(element))
      .map((element) => ({ element, ...areaOf(element) }))
      .filter(({ width, height }) => width < least || height < least)
      .map(
        ({ element, width, height }) =>
          `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent}" ${Math.round(width)} x ${Math.round(height)}`,
      )
  })
}
