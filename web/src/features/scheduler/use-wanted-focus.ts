import { useEffect, useState } from 'react'

const PATIENCE_MS = 5000

/** In which of the page's views the focus is. */
function viewOf(element: Element | null): string {
  const view = element?.closest<HTMLElement>('[data-view]')?.dataset['view']
  return view === undefined ? '' : `[data-view="${view}"] `
}

/** Follows the focus over what is drawn anew: a post is another element in another place, and so is the number of another day. */
class WantedFocus {
  private wanted: { selector: string; until: number; isReached: boolean } | null = null

  /** If the focus is on this post now, it stays on it wherever it goes. */
  keepOnPost(id: string): void {
    if (document.activeElement?.closest(`[data-post="${id}"]`)) this.want(`[data-post="${id}"]`)
  }

  /** If it is on the number of a day now, it goes to that of this day. */
  moveToDay(day: string): void {
    if (document.activeElement?.matches('[data-day-button]')) this.want(`[data-day="${day}"] [data-day-button]`)
  }

  /** After something was drawn: it may have come, or been drawn once more. Much later, or with the focus elsewhere, somebody does something else. */
  settle(): void {
    if (!this.wanted) return
    const { selector, until, isReached } = this.wanted
    const found = document.querySelector<HTMLElement>(selector)
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (Date.now() > until || (isReached && !isLost && document.activeElement !== found)) {
      this.wanted = null
    } else if (found) {
      found.focus()
      this.wanted.isReached = true
    }
  }

  private want(selector: string): void {
    this.wanted = { selector: viewOf(document.activeElement) + selector, until: Date.now() + PATIENCE_MS, isReached: false }
  }
}

export function useWantedFocus(): WantedFocus {
  const [focus] = useState(() => new WantedFocus())
  useEffect(() => focus.settle())
  return focus
}
