import 'sonner/dist/styles.css'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { Toaster, toast } from 'sonner'
import { useToastQueue } from './toast.tsx'
import styles from './toast-host.module.css'

/** Mounted by the shell with the first message. */
export function ToastHost() {
  const waiting = useToastQueue((state) => state.waiting)
  useEffect(() => {
    if (waiting.length === 0) return
    useToastQueue.setState({ waiting: [] })
    for (const { kind, message, options } of waiting) toast[kind](message, options)
  }, [waiting])
  return (
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
  )
}
