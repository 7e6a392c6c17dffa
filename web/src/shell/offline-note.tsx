import { WifiOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import styles from '../app/banners.module.css'

function subscribe(changed: () => void): () => void {
  addEventListener('online', changed)
  addEventListener('offline', changed)
  return () => {
    removeEventListener('online', changed)
    removeEventListener('offline', changed)
  }
}

/** Says plainly when the browser has no network, and what that means. */
export function OfflineNote() {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine)
  if (online) return null
  return (
    <div data-banner className={styles.offline} role="status">
      <WifiOff aria-hidden="true" />
      <p>You are offline. What you type stays here and is saved when the connection is back.</p>
    </div>
  )
}
