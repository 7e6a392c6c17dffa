import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { api } from '../../api/client.ts'
import { notify } from '../../components/toast.tsx'
import { createMoves, type Move } from './moves.ts'
import { inBatches, refetchPosts, showUpdateFailed } from './post-mutations.ts'

/** Those with a time before and after go in one call; what was a draft, or becomes one, is changed by itself. */
async function send(moves: readonly Move[]): Promise<void> {
  const plain = moves.flatMap(({ post, from, to }) => (from !== null && to !== null ? [{ id: post.id, scheduledTime: to }] : []))
  for (const posts of inBatches(plain)) await api.scheduledPosts.move({ posts })
  for (const { post, from, to } of moves) {
    if (from === null || to === null) await api.scheduledPosts.update({ id: post.id, scheduledTime: to })
  }
  // The lists show what the server has before they stop showing what was meant.
  await refetchPosts()
}

function textOf(moves: readonly Move[], zone: string): string {
  const [first] = moves
  if (!first || moves.length > 1) return `${moves.length} posts moved.`
  if (first.to === null) return 'The post is a draft again.'
  return `${first.from === null ? 'Scheduled for' : 'Moved to'} ${shownMoment(new Date(first.to), zone)}.`
}

/** Moves of posts with the way back: offered in a note, and by Ctrl+Z for the last one. */
export function createPostMoves() {
  let zone = 'UTC'
  let takeLastBack: (() => void) | null = null
  const moves = createMoves({
    send,
    done(done) {
      if (done.every(({ isUndo }) => isUndo)) return
      const undo = () => {
        if (takeLastBack === undo) takeLastBack = null
        moves.move(done.map(({ post, from }) => ({ post, to: from, isUndo: true })))
      }
      takeLastBack = undo
      notify.action(textOf(done, zone), { label: 'Undo', onClick: undo })
    },
    failed(_failed, cause) {
      showUpdateFailed(cause)
      void refetchPosts()
    },
  })
  /** False when there is nothing to take back. What is on its way is waited for: it is the last one then. */
  const undoLast = (): boolean => {
    if (moves.drop()) return true
    if (!takeLastBack && moves.store.getState().moves.size === 0) return false
    void moves.flush().then(() => takeLastBack?.())
    return true
  }
  return {
    ...moves,
    undoLast,
    /** In which zone they are spoken of. */
    speakIn(next: string): void {
      zone = next
    },
  }
}

export type PostMoves = ReturnType<typeof createPostMoves>
