/** Where the focus was: the element, the rows it is in with the rows beside them, and the regions around it, the innermost first. */
interface Spot {
  element: HTMLElement
  path: string
  rows: { row: Element; siblings: Element[] }[]
  regions: Element[]
}

const ROW = 'li, tr, [role=row]'
const REGION = 'section, main, [role=region], [role=tabpanel], [role=dialog]'
const HEADING = 'h1, h2, h3, h4'
/** Not the stops that an open menu puts around its button: they pass the focus on, which closes the menu. */
const FOCUSABLE = ':is(a[href], button, input, select, textarea, [tabindex]):not([tabindex="-1"], :disabled, [data-base-ui-focus-guard])'

/** As many as a menu, a dialog over a dialog and a toast take before the focus is back in the page. */
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

const canHaveFocus = (element: HTMLElement): boolean =>
  element.isConnected &&
  !element.matches(':disabled') &&
  element.closest('[inert]') === null &&
  element.checkVisibility({ visibilityProperty: true })

function focusableIn(root: Element): HTMLElement | undefined {
  return [...root.querySelectorAll<HTMLElement>(FOCUSABLE)].find(canHaveFocus)
}

function headingOf(region: Element): HTMLElement | null {
  const heading = region.isConnected ? region.querySelector<HTMLElement>(HEADING) : null
  if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1
  return heading
}

/** The row itself while it exists, else the next one, else the one before. */
function nextTo({ row, siblings }: Spot['rows'][number]): HTMLElement | undefined {
  const at = siblings.indexOf(row)
  const nearest = [...siblings.slice(at), ...siblings.slice(0, at).toReversed()].filter((other) => other.isConnected)
  return nearest.map(focusableIn).find((found) => found !== undefined)
}

function besides({ rows, regions }: Spot): HTMLElement | undefined {
  return rows.map(nextTo).find((found) => found !== undefined) ?? regions.map(headingOf).find((found) => found !== null) ?? undefined
}

/**
 * The focus of a removed element falls to the page, and the next Tab begins at its top. This moves it to the next row of the list,
 * else the one before, else the heading of the region, for every list alike. A control that is disabled while it works gets it back.
 */
export function watchLostFocus(): void {
  let spots: Spot[] = []
  let isHeld = false
  let isWaiting = false
  let hasScrolled = false

  const restore = (): void => {
    for (const spot of spots.toReversed()) {
      if (spot.path !== location.pathname) return
      const next = canHaveFocus(spot.element) ? spot.element : besides(spot)
      if (!next) continue
      // A list that draws only what is in sight drops rows as it is scrolled: it must not scroll back for them.
      return next.focus({ preventScroll: hasScrolled })
    }
  }

  const look = (): void => {
    const last = spots.at(-1)
    if (!isHeld || !last || document.activeElement !== document.body) return
    if (last.element.isConnected && last.element.matches(':disabled')) {
      isWaiting = true
      return
    }
    // Left on purpose, unless it was disabled in between.
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
  // A press beside everything gives the focus away.
  document.addEventListener('pointerup', () => (isHeld = document.activeElement !== document.body), { capture: true })
  // After a frame: components that move the focus themselves have done so by then.
  new MutationObserver(() => {
    if (isHeld && document.activeElement === document.body) requestAnimationFrame(look)
  }).observe(document.documentElement, { childList: true, subtree: true, attributeFilter: ['disabled'] })
}
