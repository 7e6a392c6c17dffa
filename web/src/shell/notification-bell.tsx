import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon } from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { orpc } from '../api/client.ts'
import { deferred } from '../components/load-part.tsx'
import { IconButton } from '../components/icon-button.tsx'
import styles from './notification-bell.module.css'
import { useLiveChanges } from '../app/live-changes.ts'

const popup = deferred(() => import('./notification-popup.tsx'))
const OpenBell = popup.component((parts) => parts.OpenBell)

/** Shows how many notifications are unread. The list loads when the user is about to open it. */
export function Bell() {
  const [isOpened, setOpened] = useState(false)
  const { data, refetch } = useQuery(orpc.notifications.list.queryOptions({ staleTime: Infinity }))
  useLiveChanges('notices', () => void refetch())
  const unseen = data?.unseen ?? 0
  const button = (props: Partial<ComponentProps<'button'>>) => (
    <IconButton
      {...props}
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
  const preload = () => void popup.preload()
  const first = button({
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => void popup.preload().then(() => setOpened(true)),
  })
  return isOpened ? (
    <Suspense fallback={first}>
      <OpenBell trigger={button({})} />
    </Suspense>
  ) : (
    first
  )
}
