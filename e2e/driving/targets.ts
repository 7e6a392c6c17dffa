import type { Page } from '@playwright/test'

const LEAST = 24

/**
 * Everything on the screen that is pressed and is smaller than 24 px in a direction (WCAG 2.5.8). Links within a sentence are as high as its
 * lines, which the rule allows; a box to tick is as large as the label around it.
 */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const pressed =
      'a[href], button, input, select, textarea, summary, [role=button], [role=radio], [role=checkbox], [role=switch], [role=tab]'
    const isInSentence = (element: Element): boolean =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      element.parentElement?.textContent.trim() !== element.textContent.trim()
    const sizeOf = (element: Element): { width: number; height: number } => {
      const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
      const boxes = [element, element.closest('label'), ...labels].flatMap((one) => (one ? [one.getBoundingClientRect()] : []))
      return { width: Math.max(...boxes.map(({ width }) => width)), height: Math.max(...boxes.map(({ height }) => height)) }
    }
    const isShown = (element: Element): boolean => {
      const { width, height } = element.getBoundingClientRect()
      // What is one pixel wide is for those who hear the page: somebody sees another thing in its place.
      return element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && width > 1 && height > 1
    }
    return [...document.querySelectorAll(pressed)]
      .filter((element) => isShown(element) && !isInSentence(element) && element.closest('[inert], [aria-hidden=true]') === null)
      .map((element) => ({ element, ...sizeOf(element) }))
      .filter(({ width, height }) => width < least - 0.01 || height < least - 0.01)
      .map(
        ({ element, width, height }) =>
          `${element.tagName} "${element.getAttribute('aria-label') ?? element.textContent.trim()}" ${width} x ${height}`,
      )
  }, LEAST)
}
