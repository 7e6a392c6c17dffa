import type { Notification, NotificationKind, Notifications } from '@ninesixteen/shared/api/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, MessageSquare, Smartphone, TriangleAlert } from 'lucide-react'
import { errorText } from '../api/api-error.ts'
import { api, orpc } from '../api/client.ts'
import { Button } from '../components/button.tsx'
import { classNames } from '../components/class-names.ts'
import { EmptyState } from '../components/empty-state.tsx'
import { Link } from '../components/link.tsx'
import { notify } from '../components/toast.tsx'
import { BarPopup, BarPopupHead, type BarPopupProps } from './bar-popup.tsx'
import styles from './notification-popup.module.css'
import { dateAndTime } from '../app/day-and-time.ts'

const ICONS = { failed: TriangleAlert, attention: CircleAlert, 'hand-over': Smartphone, approval: MessageSquare } as const satisfies Record<
  NotificationKind,
  unknown
>

/** The list below the bell. */
export function OpenBell({ trigger }: Pick<BarPopupProps, 'trigger'>) {
  return <BarPopup trigger={trigger}>{(onLeave) => <NotificationList onLeave={onLeave} />}</BarPopup>
}

type Seen = Parameters<typeof api.notifications.seen>[0]

/** Marks notifications as read in the list at once, and unmarks them when the request fails. */
function useMarkSeen() {
  const client = useQueryClient()
  const { queryKey } = orpc.notifications.list.queryOptions()
  return useMutation({
    mutationFn: (seenIds: Seen) => api.notifications.seen(seenIds),
    onMutate: (seenIds) => {
      const previous = client.getQueryData<Notifications>(queryKey)
      client.setQueryData<Notifications>(queryKey, (now) => now && withSeen(now, seenIds))
      return previous
    },
    onError: (_cause, _which, previous) => {
      client.setQueryData(queryKey, previous)
      notify.error('Failed to mark as read')
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  })
}

function withSeen({ items, unseen }: Notifications, { ids = [], until }: Seen): Notifications {
  const isMeant = ({ id, createdAt, isSeen }: Notification) => !isSeen && (until ? createdAt <= until : ids.includes(id))
  const all = items.map((item) => (isMeant(item) ? { ...item, isSeen: true } : item))
  return { items: all, unseen: until ? 0 : unseen - items.filter(isMeant).length }
}

function NotificationList({ onLeave }: { onLeave(): void }) {
  const { data, error, refetch } = useQuery(orpc.notifications.list.queryOptions({ staleTime: Infinity }))
  const seen = useMarkSeen()
  const newest = data?.items[0]
  return (
    <>
      <BarPopupHead title="Notifications">
        {newest && data.unseen > 0 && (
          <Button variant="ghost" size="small" onClick={() => seen.mutate({ until: newest.createdAt })}>
            Mark all as read
          </Button>
        )}
      </BarPopupHead>
      {newest ? (
        <ul className={styles.list}>
          {data.items.map((notification) => (
            <li key={notification.id}>
              <NotificationRow
                notification={notification}
                onOpen={() => {
                  if (!notification.isSeen) seen.mutate({ ids: [notification.id] })
                  onLeave()
                }}
              />
            </li>
          ))}
        </ul>
      ) : error && !data ? (
        <EmptyState
          title="We couldn't load your notifications"
          ghost="none"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {errorText(error)}
        </EmptyState>
      ) : (
        <EmptyState title="No notifications" ghost="none">
          If a post fails or needs your attention, we'll tell you here.
        </EmptyState>
      )}
    </>
  )
}

function NotificationRow({ notification, onOpen }: { notification: Notification; onOpen(): void }) {
  const { kind, title, body, href, createdAt, isSeen } = notification
  const Icon = ICONS[kind]
  return (
    <Link to={href} className={classNames(styles.notification, isSeen && styles.seen)} onClick={onOpen}>
      <Icon className={styles.icon} data-kind={kind} aria-hidden="true" />
      <span className={styles.words}>
        <span className={styles.name}>
          {!isSeen && <span className={styles.unread}>Unread:</span>}
          {title}
        </span>
        <span className={styles.body}>{body}</span>
        <time className={styles.time} dateTime={createdAt}>
          {dateAndTime(createdAt)}
        </time>
      </span>
    </Link>
  )
}
