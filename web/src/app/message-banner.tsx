import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { create } from 'zustand'
import styles from './banners.module.css'

interface Banner {
  kind: 'error' | 'done'
  message: string
}

const useBanner = create<{ banner: Banner | null }>(() => ({ banner: null }))

/** Shows an error that belongs to no control on the screen, such as data that could not be loaded. */
export function showErrorBanner(message: string): void {
  useBanner.setState({ banner: { kind: 'error', message } })
}

/** Confirms an action whose own page is gone. */
export function showDoneBanner(message: string): void {
  useBanner.setState({ banner: { kind: 'done', message } })
}

export function MessageBanner() {
  const banner = useBanner((state) => state.banner)
  if (banner === null) return null
  const isError = banner.kind === 'error'
  return (
    <div data-banner data-kind={banner.kind} className={styles.message} role={isError ? 'alert' : 'status'}>
      {isError ? <CircleAlert aria-hidden="true" /> : <CircleCheck aria-hidden="true" />}
      <p>{banner.message}</p>
      <button type="button" aria-label="Dismiss" onClick={() => useBanner.setState({ banner: null })}>
        <X aria-hidden="true" />
      </button>
    </div>
  )
}
