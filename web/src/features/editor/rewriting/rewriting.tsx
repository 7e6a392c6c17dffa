import { lazy, Suspense } from 'react'
import { useStore } from 'zustand'
import { loadPart, useWasOpened } from '../../../components/load-part.tsx'
import { useEditorSession } from '../document/session-context.ts'

const RewriteNotification = lazy(async () => ({
  default: (await loadPart(() => import('./rewrite-notification.tsx'))).RewriteNotification,
}))
const AlternativesDialog = lazy(async () => ({ default: (await loadPart(() => import('./alternatives-dialog.tsx'))).AlternativesDialog }))

/** Progress, choices and errors of rewrites; loaded with the first one. */
export function Rewriting() {
  const { rewriter } = useEditorSession()
  const step = useStore(rewriter.state, (state) => state.step)
  const wanted = useWasOpened(step !== 'idle')
  return (
    <Suspense>
      {wanted && (
        <>
          <RewriteNotification />
          <AlternativesDialog />
        </>
      )}
    </Suspense>
  )
}
