import { useStore } from 'zustand'
import { Button } from '../../../components/button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { useEditorSession } from '../document/session-context.ts'
import type { RewriteInstruction } from './rewriter.ts'
import styles from './rewriting.module.css'

function progressOf({ how, isAll }: RewriteInstruction): string {
  if (how === 'alternatives') return 'Looking for alternatives…'
  return isAll ? 'Rewriting all slides…' : 'Rewriting…'
}

/** Progress of a rewrite with a way to cancel, or the reason it failed. */
export function RewriteNotification() {
  const { rewriter } = useEditorSession()
  const state = useStore(rewriter.state)
  if (state.step === 'asking') {
    return (
      <Notice
        kind="info"
        action={
          <Button size="small" onClick={rewriter.dismiss}>
            Cancel
          </Button>
        }
      >
        {progressOf(state.instruction)}
      </Notice>
    )
  }
  if (state.step !== 'failed') return null
  return (
    <Notice
      kind="bad"
      action={
        <span className={styles.answers}>
          <Button size="small" variant="ghost" onClick={rewriter.dismiss}>
            Close
          </Button>
          <Button size="small" onClick={() => rewriter.start(state.instruction)}>
            Try again
          </Button>
        </span>
      }
    >
      {state.message} Your text is unchanged.
    </Notice>
  )
}
