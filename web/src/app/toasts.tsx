import { lazy, Suspense } from 'react'
import { loadPart } from '../components/load-part.ts'
import { useToastQueue } from '../components/toast.tsx'
import { useWanted } from '../components/use-wanted.ts'

const ToastHost = lazy(async () => ({ default: (await loadPart(() => import('../components/toast-host.tsx'))).ToastHost }))

/** Where short notes appear; loaded with the first of them. */
export function Toasts() {
  const wanted = useWanted(useToastQueue((state) => state.waiting.length > 0))
  return (
    wanted && (
      <Suspense>
        <ToastHost />
      </Suspense>
    )
  )
}
