import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { useEffect, useMemo, useRef, useState } from 'react'
import { notify } from '../../components/toast.tsx'
import type { SchedulerAddress } from './address.ts'
import { longDayText } from './days.ts'
import { askWhichPosts, type GroupVerb } from './group-question.tsx'
import { togetherWith } from './grouping.ts'
import { dropChanges, isIntoPast, postsToMove, shiftChanges } from './drop.ts'
import type { Change } from './moves.ts'
import { placeOf } from './placing.ts'
import type { PostActions } from './post-actions.ts'
import { cancelPosts, showUpdateFailed } from './post-mutations.ts'
import type { PostMoves } from './post-moves.ts'
import { countText, isChangeable, isRemovable, isRetryable, isWaiting } from './post-texts.ts'
import type { PickMode } from './selection.ts'
import { loadTogether } from './use-posts.ts'

/** Repeated key presses within this time become one move. */
const KEY_WAIT_MS = 900

export interface ActionsState {
  zone: string
  selected: ReadonlySet<string>
  byId: ReadonlyMap<string, ScheduledPost>
  /** Whether a filter or the list's pages can leave out some of the posts that were scheduled together. */
  isPartial: boolean
  moves: PostMoves
  pick(id: string, mode: PickMode): void
  go(change: Partial<SchedulerAddress>): void
  announce(message: string): void
}

/** Which of the posts that were scheduled together an action can concern. */
const CONCERNED: Record<GroupVerb, (post: ScheduledPost) => boolean> = {
  Move: isChangeable,
  Edit: isChangeable,
  Update: (post) => post.isOutdated && isChangeable(post),
  Share: isChangeable,
  Post: isChangeable,
  Retry: isRetryable,
  Reschedule: isRetryable,
  Cancel: isWaiting,
  Delete: isRemovable,
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
    const together = (post: ScheduledPost): ScheduledPost[] => togetherWith(post, latest.current.byId.values())
    const which = async (verb: GroupVerb, post: ScheduledPost): Promise<readonly ScheduledPost[] | null> => {
      const { byId, isPartial, moves } = latest.current
      try {
        // The details can show a post of another month.
        if (isPartial || !byId.has(post.id)) await moves.flush()
        const all = isPartial || !byId.has(post.id) ? await loadTogether(post, byId.values()) : together(post)
        const posts = all.filter(CONCERNED[verb])
        return await askWhichPosts({ verb, posts, hidden: posts.filter(({ id }) => id !== post.id && !byId.has(id)) })
      } catch (cause) {
        showUpdateFailed(cause)
        return null
      }
    }
    /** The selection moves without a question, because the user chose each of its posts. */
    const toMove = (post: ScheduledPost): Promise<readonly ScheduledPost[] | null> =>
      latest.current.selected.has(post.id) ? Promise.resolve(movingWith(post)) : which('Move', post)
    const answered: { groupId: string | null } = { groupId: null }
    const actions: PostActions & { countOf(id: string): number } = {
      open: (post) => latest.current.go({ post: post.id }),
      pick(post, mode) {
        for (const { id } of together(post)) latest.current.pick(id, mode)
      },
      which,
      async shift(post, shift) {
        // Repeated key presses on the same group ask once.
        const isAnswered = post.groupId !== null && answered.groupId === post.groupId
        const moving = isAnswered ? together(post).filter(isChangeable) : await toMove(post)
        if (!moving) return
        answered.groupId = moving.length > 1 ? post.groupId : null
        const { zone, go } = latest.current
        const changes = shiftChanges(moving, shift, zone)
        if (!moveAll(changes, KEY_WAIT_MS)) return
        focus.keepOnPost(post.id)
        const moved = changes.find((change) => change.post.id === post.id)
        const day = moved && placeOf({ ...post, scheduledTime: moved.to }, zone)?.day
        if (day !== undefined) go({ day })
      },
      async place(post, day, minute) {
        const { zone } = latest.current
        const dropped = (moving: readonly ScheduledPost[]) =>
          dropChanges(post, { day, minute }, { together: moving, zone, now: new Date() })
        if (dropped([post]).length === 0) return
        const moving = await toMove(post)
        if (moving) moveAll(dropped(moving), 0)
      },
      async cancel(post) {
        const posts = await which('Cancel', post)
        if (posts) await cancelPosts(posts)
      },
      cancelAll: (posts) => void cancelPosts(posts),
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
