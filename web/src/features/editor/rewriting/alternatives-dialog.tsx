import { useStore } from 'zustand'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { useEditorSession } from '../document/session-context.ts'
import styles from './rewriting.module.css'

/** Offers several texts for one box. */
export function AlternativesDialog() {
  const { rewriter } = useEditorSession()
  const state = useStore(rewriter.state)
  const alternatives = state.step === 'choosing' ? state.alternatives : []
  return (
    <Dialog
      open={state.step === 'choosing'}
      onOpenChange={(open) => !open && rewriter.dismiss()}
      title="Choose a text"
      description="It replaces the current text. You can undo this."
      footer={
        <Button variant="ghost" onClick={rewriter.dismiss}>
          Keep the current text
        </Button>
      }
    >
      <ol className={styles.alternatives} aria-label="Alternatives">
        {alternatives.map((text) => (
          <li key={text}>
            <button type="button" className={styles.alternative} onClick={() => rewriter.choose(text)}>
              {text}
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  )
}
