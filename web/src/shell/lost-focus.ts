/** Where the focus was: the element, its rows with their siblings, and the regions around it, innermost first. */
interface Spot {
  element: HTMLElement
  path: string
  rows: { row: Element; siblings: Element[] }[]
  regions: Element[]
}

const ROW = 'li, tr, [role=row]'
const REGION = 'section, main, [role=region], [role=tabpanel], [role=dialog]'
const HEADING = 'h1, h2, h3, h4'
/** Without the focus guards that an open menu puts around its button: they pass the focus on, which closes the menu. */
const FOCUSABLE = ':is(a[href], button, input, select, textarea, [tabindex]):not([tabindex="-1"], :disabled, [data-base-ui-focus-guard])'

/** Enough for a menu, a dialog over a dialog and a toast before the focus is back in the page. */
const SPOTS = 12

function ancestors(element: Element, selector: string): Element[] {
  const found = element.parentElement?.closest(selector)
  return found ? [found, ...ancestors(found, selector)] : []
}

function spotOf(element: HTMLElement): Spot {
  const around = element.matches(ROW) ? [element, ...ancestors(element, ROW)] : ancestors(element, ROW)
  const rows = around.map((row) => ({ row, siblings: [...(row.parentElement?.children ?? [])] }))
  return { element, path: location.pathname, rows, regions: ancestors(element, REGION) }
}

/** A dialog or menu that fades out is still in the page, and takes the focus with it when it is removed. */
const isOpen = (element: Element): boolean => element.isConnected && element.closest('[inert], [data-closed]') === null

const canHaveFocus = (element: HTMLElement): boolean =>
  isOpen(element) && !element.matches(':disabled') && element.checkVisibility({ visibilityProperty: true })

function focusableIn(root: Element): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].find(canHaveFocus)
}

function headingOf(region: Element): HTMLElement | null {
  const heading = isOpen(region) ? region.querySelector<HTMLElement>(HEADING) : null
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}

/** In the row itself while it exists, else in the next one, else in the one before. */
function nextTo({ row, siblings }: Spot['rows'][number]): HTMLElement | undefined {
  const at = siblings.indexOf(row)
  const nearest = [...siblings.slice(at), ...siblings.slice(0, at).toReversed()].filter((other) => other.isConnected)
  return nearest.map(focusableIn).find((found) => found !== undefined)
}

function fallbackOf({ rows, regions }: Spot): HTMLElement | undefined {
  return rows.map(nextTo).find((found) => found !== undefined) ?? regions.map(headingOf).find((found) => found !== null) ?? undefined
}

/**
 * When a focused element is removed, the focus falls to the body and the next Tab starts at the top. This moves the focus to the next row of
 * the list, else to the one before, else to the heading of the region. A control that is disabled while it works gets the focus back.
 */
export function watchLostFocus(): void {
  let spots: Spot[] = []
  let isHeld = false
  let isWaiting = false
  let hasScrolled = false

  const restore = (): void => {
    for (const spot of spots.toReversed()) {
      if (spot.path !== location.pathname) return
      const next = canHaveFocus(spot.element) ? spot.element : fallbackOf(spot)
      if (!next) continue
      // A virtual list drops rows as it scrolls, and must not scroll back to them.
      return next.focus({ preventScroll: hasScrolled })
    }
  }

  const checkFocus = (): void => {
    const last = spots.at(-1)
    if (!isHeld || !last || document.activeElement !== document.body) return
    if (last.element.isConnected && last.element.matches(':disabled')) {
      isWaiting = true
      return
    }
    // The user left it on purpose, unless it was disabled in between.
    if (canHaveFocus(last.element) && !isWaiting) isHeld = false
    else restore()
  }

  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || target === document.body) return
    spots = [...spots.filter(({ element }) => element !== target).slice(1 - SPOTS), spotOf(target)]
    isHeld = true
    isWaiting = false
    hasScrolled = false
  })
  document.addEventListener('scroll', () => (hasScrolled = true), { capture: true, passive: true })
  document.addEventListener('keydown', () => (hasScrolled = false), { capture: true })
  // A click on empty space gives up the focus.
  document.addEventListener('pointerup', () => (isHeld = document.activeElement !== document.body), { capture: true })
  // One frame later, components that move the focus themselves have done so.
  new MutationObserver(() => {
    if (isHeld && document.activeElement === document.body) requestAnimationFrame(checkFocus)
  }).observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
