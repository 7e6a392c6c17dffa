import { useEffect, useRef } from 'react'
import { useLiveChanges } from '../../app/live-changes.ts'
import { refetchPosts } from './post-mutations.ts'

/** Throttles reloads while many posts change at once. */
const RELOAD_EVERY_MS = 1000

/** Reloads the posts when they change on the server. */
export function useLivePosts(): void {
  const pause = useRef<{ timer: ReturnType<typeof setTimeout>; changed: boolean } | null>(null)
  const reload = () => {
    if (pause.current) {
      pause.current.changed = true
      return
    }
    void refetchPosts()
    const resume = () => {
      const changed = pause.current?.changed
      pause.current = null
      if (changed) reload()
    }
    pause.current = { timer: setTimeout(resume, RELOAD_EVERY_MS), changed: false }
  }
  useEffect(
    () => () => {
      if (pause.current) clearTimeout(pause.current.timer)
      pause.current = null
    },
    [],
  )
  useLiveChanges('posts', reload)
}
