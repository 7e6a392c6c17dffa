import { useEffect, useRef } from 'react'
import { useLiveChanges } from '../../app/live-changes.ts'
import { refetchPosts } from './post-mutations.ts'

/** While many posts go out each change would be a reason to read all of them: once in this time is enough. */
const READ_EVERY_MS = 1000

/** What the page shows changes as it happens. */
export function useLivePosts(): void {
  const pause = useRef<{ timer: ReturnType<typeof setTimeout>; changed: boolean } | null>(null)
  const read = () => {
    if (pause.current) {
      pause.current.changed = true
      return
    }
    void refetchPosts()
    const goOn = () => {
      const changed = pause.current?.changed
      pause.current = null
      if (changed) read()
    }
    pause.current = { timer: setTimeout(goOn, READ_EVERY_MS), changed: false }
  }
  useEffect(
    () => () => {
      if (pause.current) clearTimeout(pause.current.timer)
      pause.current = null
    },
    [],
  )
  useLiveChanges('posts', read)
}
