import 'sonner/dist/styles.css'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Toaster, toast } from 'sonner'
import { useToastQueue } from './toast.tsx'
import { createToastTimers, type ToastTimers } from './toast-timers.ts'
import styles from './toast-host.module.css'

const USUAL_MS = 4000
/** A pointer that rests over the toasts for this long doesn't hold them, because they may have appeared below it. */
const REST_MS = 1500

/** Mounted by the shell with the first message. */
export function ToastHost() {
  const waiting = useToastQueue((state) => state.waiting)
  const root = useRef<HTMLDivElement>(null)
  const usedAt = useRef(-Infinity)
  const timers = useRef<ToastTimers>(null)
  useEffect(() => {
    if (waiting.length === 0) return
    timers.current ??= createToastTimers({
      isInUse: () =>
        document.hidden || performance.now() - usedAt.current < REST_MS || root.current?.contains(document.activeElement) === true,
      dismiss: (id) => toast.dismiss(id),
    })
    useToastQueue.setState({ waiting: [] })
    for (const { kind, message, options } of waiting) {
      timers.current.start(toast[kind](message, { ...options, duration: Infinity }), options.duration ?? USUAL_MS)
    }
  }, [waiting])
  return (
    <div ref={root} onPointerMove={() => (usedAt.current = performance.now())}>
      <Toaster
        position="bottom-right"
        offset={20}
        mobileOffset={{ bottom: 72, left: 12, right: 12 }}
        icons={{ success: <CircleCheck size={18} strokeWidth={1.75} />, error: <CircleAlert size={18} strokeWidth={1.75} /> }}
        toastOptions={{
          unstyled: true,
          classNames: {
            toast: styles.toast,
            title: styles.title,
            description: styles.description,
            actionButton: styles.action,
            success: styles.ok,
            error: styles.error,
          },
        }}
      />
    </div>
  )
}
