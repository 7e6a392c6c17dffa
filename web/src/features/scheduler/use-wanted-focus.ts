import { useEffect, useState } from 'react'

const PATIENCE_MS = 3000

/** In which of the page's views the focus is. */
function viewOf(element: Element | null): string {
  const view = element?.closest<HTMLElement>('[data-view]')?.dataset['view']
  return view === undefined ? '' : `[data-view="${view}"] `
}

/** Follows the focus over what is drawn anew: a post is another element in another place, and so is the number of another day. */
class WantedFocus {
  private wanted: { selector: string; until: number } | null = null

  /** If the focus is on this post now, it stays on it wherever it goes. */
  keepOnPost(id: string): void {
    if (document.activeElement?.closest(`[data-post="${id}"]`)) this.want(`[data-post="${id}"]`)
  }

  /** If it is on the number of a day now, it goes to that of this day. */
  moveToDay(day: string): void {
    if (document.activeElement?.matches('[data-day-button]')) this.want(`[data-day="${day}"] [data-day-button]`)
  }

  /** After something was drawn: it may have come. Much later, somebody looks elsewhere. */
  settle(): void {
    if (!this.wanted) return
    const found = document.querySelector<HTMLElement>(this.wanted.selector)
    if (found) found.focus()
    if (found || Date.now() > this.wanted.until) this.wanted = null
  }

  private want(selector: string): void {
    this.wanted = { selector: viewOf(document.activeElement) + selector, until: Date.now() + PATIENCE_MS }
  }
}

export function useWantedFocus(): WantedFocus {
  const [focus] = useState(() => new WantedFocus())
  useEffect(() => focus.settle())
  return focus
}
