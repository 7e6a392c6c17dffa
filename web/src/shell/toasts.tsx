import { lazy, Suspense } from 'react'
import { loadPart } from '../components/load-part.ts'
import { useToastQueue } from '../components/toast.tsx'
import { useFirstTouch } from '../components/use-first-touch.ts'
import { useWasOpened } from '../components/use-was-opened.ts'

const load = () => loadPart(() => import('../components/toast-host.tsx'))
const preload = () => void load().catch(() => undefined)
const ToastHost = lazy(async () => ({ default: (await load()).ToastHost }))

/** Where short notes appear. Loaded with the first touch of the page: a note may be about the network that is gone. */
export function Toasts() {
  const wanted = useWasOpened(useToastQueue((state) => state.waiting.length > 0))
  useFirstTouch(preload)
  return (
    wanted && (
      <Suspense>
        <ToastHost />
      </Suspense>
    )
  )
}
