import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import type { KeyboardEvent } from 'react'
import type { PostActions } from './post-actions.ts'
import { isWaiting } from './post-texts.ts'
import { shiftOfKey } from './shifting.ts'

interface PostKeysOptions {
  post: ScheduledPost
  actions: PostActions
  isTimed: boolean
}

/** Keys on a post: Shift with an arrow moves it, Space selects, Delete cancels, arrows focus its neighbours, Enter opens it. */
export function postKeys(event: KeyboardEvent<HTMLElement>, { post, actions, isTimed }: PostKeysOptions): void {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event
  if (ctrlKey || metaKey || altKey) return
  const shift = shiftKey ? shiftOfKey(key, isTimed) : null
  if (shift) {
    event.preventDefault()
    event.stopPropagation()
    void actions.shift(post, shift)
  } else if (key === ' ') {
    event.preventDefault()
    actions.pick(post, 'toggle')
  } else if ((key === 'Delete' || key === 'Backspace') && isWaiting(post)) {
    event.preventDefault()
    void actions.cancel(post)
  } else if (key === 'ArrowUp' || key === 'ArrowDown') {
    const next = neighbourOf(event.currentTarget, key === 'ArrowDown' ? 1 : -1)
    if (!next) return
    event.preventDefault()
    event.stopPropagation()
    next.focus()
  }
}

function neighbourOf(post: HTMLElement, step: number): HTMLElement | undefined {
  const all = [...(post.closest('[data-day-posts]')?.querySelectorAll<HTMLElement>('[data-post]') ?? [])]
  return all[all.indexOf(post) + step]
}
