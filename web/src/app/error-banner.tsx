import { CircleAlert, X } from 'lucide-react'
import { create } from 'zustand'
import styles from './banners.module.css'

const useErrorBanner = create<{ message: string | null }>(() => ({ message: null }))

/** Shows a failure that belongs to no control on the screen, such as data that could not be loaded. */
export function showErrorBanner(message: string): void {
  useErrorBanner.setState({ message })
}

export function ErrorBanner() {
  const message = useErrorBanner((state) => state.message)
  if (message === null) return null
  return (
    <div data-banner className={styles.error} role="alert">
      <CircleAlert aria-hidden="true" />
      <p>{message}</p>
      <button type="button" aria-label="Dismiss" onClick={() => useErrorBanner.setState({ message: null })}>
        <X aria-hidden="true" />
      </button>
    </div>
  )
}
