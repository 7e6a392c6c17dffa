import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { orpc } from '../api/client.ts'
import { useLiveChanges } from '../app/live-changes.ts'
import { deferred } from '../components/load-part.tsx'
import { BarButton } from './bar-button.tsx'
import styles from './notification-bell.module.css'

const popup = deferred(() => import('./notification-popup.tsx'))
const OpenBell = popup.component((parts) => parts.OpenBell)

/** Shows how many notifications are unread. */
export function Bell() {
  const { data, refetch } = useQuery(orpc.notifications.list.queryOptions({ staleTime: Infinity }))
  useLiveChanges('notices', () => void refetch())
  const unseen = data?.unseen ?? 0
  return (
    <BarButton
      preload={popup.preload}
      Popup={OpenBell}
      label={unseen > 0 ? `Notifications, ${unseen} unread` : 'Notifications'}
      className={styles.bell}
      icon={
        <>
          <BellIcon aria-hidden="true" />
          {unseen > 0 && (
            <span className={styles.count} aria-hidden="true">
              {unseen > 99 ? '99+' : unseen}
            </span>
          )}
        </>
      }
    />
  )
}
