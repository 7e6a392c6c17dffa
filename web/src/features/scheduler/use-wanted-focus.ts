import { useEffect, useState } from 'react'

const GIVE_UP_MS = 5000

/** Selector of the view that contains the element. */
function viewOf(element: Element | null): string {
  const view = element?.closest<HTMLElement>('[data-view]')?.dataset['view']
  return view === undefined ? '' : `[data-view="${view}"] `
}

/** Restores focus after a re-render, because a moved post or another day is a new element. */
class WantedFocus {
  private wanted: { selector: string; until: number; isReached: boolean } | null = null

  /** Keeps focus on the post if it has focus now. */
  keepOnPost(id: string): void {
    if (document.activeElement?.closest(`[data-post="${id}"]`)) this.want(`[data-post="${id}"]`)
  }

  /** Moves focus to this day if another day has focus now. */
  moveToDay(day: string): void {
    if (document.activeElement?.matches('[data-day-button]')) this.want(`[data-day="${day}"] [data-day-button]`)
  }

  /** Runs after each render, until the element has focus, the user moves the focus, or time runs out. */
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
    this.wanted = { selector: viewOf(document.activeElement) + selector, until: Date.now() + GIVE_UP_MS, isReached: false }
  }
}

export function useWantedFocus(): WantedFocus {
  const [focus] = useState(() => new WantedFocus())
  useEffect(() => focus.settle())
  return focus
}
