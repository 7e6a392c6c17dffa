import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { api } from '../../api/client.ts'
import { notify } from '../../components/toast.tsx'
import { createMoves, type Move } from './moves.ts'
import { inBatches, refetchPosts, showUpdateFailed } from './post-mutations.ts'

/** Moves between two times share one request; posts that are or become drafts need one each. */
async function send(moves: readonly Move[]): Promise<void> {
  const plain = moves.flatMap(({ post, from, to }) => (from !== null && to !== null ? [{ id: post.id, scheduledTime: to }] : []))
  for (const posts of inBatches(plain)) await api.scheduledPosts.move({ posts })
  for (const { post, from, to } of moves) {
    if (from === null || to === null) await api.scheduledPosts.update({ id: post.id, scheduledTime: to })
  }
  // The lists must be fresh before the moves stop overriding them.
  await refetchPosts()
}

function textOf(moves: readonly Move[], zone: string): string {
  const [first] = moves
  if (!first || moves.length > 1) return `${moves.length} posts moved.`
  if (first.to === null) return 'The post is a draft again.'
  return `${first.from === null ? 'Scheduled for' : 'Moved to'} ${shownMoment(new Date(first.to), zone)}.`
}

/** Moves of posts with undo, in a toast and by Ctrl+Z for the last one. */
export function createPostMoves() {
  let zone = 'UTC'
  let undoLatest: (() => void) | null = null
  const moves = createMoves({
    send,
    done(done) {
      if (done.every(({ isUndo }) => isUndo)) return
      const undo = () => {
        if (undoLatest === undo) undoLatest = null
        moves.move(done.map(({ post, from }) => ({ post, to: from, isUndo: true })))
      }
      undoLatest = undo
      notify.action(textOf(done, zone), { label: 'Undo', onClick: undo })
    },
    failed(_failed, cause) {
      showUpdateFailed(cause)
      void refetchPosts()
    },
  })
  /** Undoes the last move, after a pending one has been sent. Returns false if there is none. */
  const undoLast = (): boolean => {
    if (moves.drop()) return true
    if (!undoLatest && moves.store.getState().moves.size === 0) return false
    void moves.flush().then(() => undoLatest?.())
    return true
  }
  return {
    ...moves,
    undoLast,
    /** The time zone of the messages. */
    setZone(next: string): void {
      zone = next
    },
  }
}

export type PostMoves = ReturnType<typeof createPostMoves>
