import { useStore } from 'zustand'
import { lazyPart, useWasOpened } from '../../../components/load-part.tsx'
import { useEditorSession } from '../document/session-context.ts'

const RewriteNotification = lazyPart(async () => (await import('./rewrite-notification.tsx')).RewriteNotification)
const AlternativesDialog = lazyPart(async () => (await import('./alternatives-dialog.tsx')).AlternativesDialog)

/** Progress, choices and errors of rewrites; loaded with the first one. */
export function Rewriting() {
  const { rewriter } = useEditorSession()
  const step = useStore(rewriter.state, (state) => state.step)
  const wanted = useWasOpened(step !== 'idle')
  return (
    wanted && (
      <>
        <RewriteNotification />
        <AlternativesDialog />
      </>
    )
  )
}
