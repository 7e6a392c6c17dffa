import { CircleAlert, CircleCheck } from 'lucide-react'
import { Toaster } from 'sonner'
import styles from './toast-host.module.css'

/** Mounted once by the shell. */
export function ToastHost() {
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
