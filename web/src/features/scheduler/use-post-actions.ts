import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { useEffect, useMemo, useRef, useState } from 'react'
import { notify } from '../../components/toast.tsx'
import type { SchedulerAddress } from './address.ts'
import { longDayText } from './days.ts'
import { dropChanges, isIntoPast, postsToMove, shiftChanges } from './drop.ts'
import type { Change } from './moves.ts'
import { placeOf } from './placing.ts'
import type { PostActions } from './post-actions.ts'
import { cancelPosts } from './post-mutations.ts'
import type { PostMoves } from './post-moves.ts'
import { countText } from './post-texts.ts'
import type { PickMode } from './selection.ts'

/** Repeated key presses within this time become one move. */
const KEY_WAIT_MS = 900

export interface ActionsState {
  zone: string
  selected: ReadonlySet<string>
  byId: ReadonlyMap<string, ScheduledPost>
  moves: PostMoves
  pick(id: string, mode: PickMode): void
  go(change: Partial<SchedulerAddress>): void
  announce(message: string): void
}

/** Actions on posts in a stable object, so that memoized pills don't re-render. */
export function usePostActions(state: ActionsState): PostActions & { countOf(id: string): number } {
  const latest = useRef(state)
  useEffect(() => {
    latest.current = state
  })
  const focus = usePendingFocus()
  return useMemo(() => {
    const movingWith = (post: ScheduledPost): ScheduledPost[] => {
      const { selected, byId } = latest.current
      return postsToMove(post, selected, byId)
    }
    const moveAll = (changes: readonly Change[], waitMs: number): boolean => {
      const { moves, announce, zone } = latest.current
      const [first] = changes
      if (!first) return false
      if (isIntoPast(changes, new Date())) {
        notify.error('You can’t move a post into the past.', 'Choose a later time, or "Post now" in its details.')
        announce('Not moved: this time is in the past.')
        return false
      }
      moves.move(changes, waitMs)
      const where = first.to === null ? '' : shownMoment(new Date(first.to), zone)
      announce(changes.length === 1 ? `Moved to ${where}.` : `${countText(changes.length)} moved.`)
      return true
    }
    const actions: PostActions & { countOf(id: string): number } = {
      open: (post) => latest.current.go({ post: post.id }),
      pick: (post, mode) => latest.current.pick(post.id, mode),
      shift(post, shift) {
        const { zone, go } = latest.current
        const changes = shiftChanges(movingWith(post), shift, zone)
        if (!moveAll(changes, KEY_WAIT_MS)) return
        focus.keepOnPost(post.id)
        const moved = changes.find((change) => change.post.id === post.id)
        const day = moved && placeOf({ ...post, scheduledTime: moved.to }, zone)?.day
        if (day !== undefined) go({ day })
      },
      place(post, day, minute) {
        const { zone } = latest.current
        moveAll(dropChanges(post, { day, minute }, { together: movingWith(post), zone, now: new Date() }), 0)
      },
      cancel: (posts) => void cancelPosts(posts),
      selectDay(day) {
        focus.moveToDay(day)
        latest.current.go({ day })
      },
      openDay(day) {
        latest.current.announce(longDayText(day))
        latest.current.go({ day, view: 'day' })
      },
      countOf(id) {
        const post = latest.current.byId.get(id)
        return post ? movingWith(post).length : 1
      },
    }
    return actions
  }, [focus])
}

const GIVE_UP_MS = 5000

/** Selector of the view that contains the element. */
function viewOf(element: Element | null): string {
  const view = element?.closest<HTMLElement>('[data-view]')?.dataset['view']
  return view === undefined ? '' : `[data-view="${view}"] `
}

/** Restores focus after a re-render, because a moved post or another day is a new element. */
class PendingFocus {
  private pending: { selector: string; until: number; isReached: boolean } | null = null

  /** Keeps focus on the post if it has focus now. */
  keepOnPost(id: string): void {
    if (document.activeElement?.closest(`[data-post="${id}"]`)) this.request(`[data-post="${id}"]`)
  }

  /** Moves focus to this day if another day has focus now. */
  moveToDay(day: string): void {
    if (document.activeElement?.matches('[data-day-button]')) this.request(`[data-day="${day}"] [data-day-button]`)
  }

  /** Runs after each render, until the element has focus, the user moves the focus, or time runs out. */
  settle(): void {
    if (!this.pending) return
    const { selector, until, isReached } = this.pending
    const element = document.querySelector<HTMLElement>(selector)
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (Date.now() > until || (isReached && !isLost && document.activeElement !== element)) {
      this.pending = null
    } else if (element) {
      element.focus()
      this.pending.isReached = true
    }
  }

  private request(selector: string): void {
    this.pending = { selector: viewOf(document.activeElement) + selector, until: Date.now() + GIVE_UP_MS, isReached: false }
  }
}

function usePendingFocus(): PendingFocus {
  const [focus] = useState(() => new PendingFocus())
  useEffect(() => focus.settle())
  return focus
}
