import type { Webhook, WebhookDelivery } from '@ninesixteen/shared/api/webhooks'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { dateAndTime } from '../../app/day-and-time.ts'
import { useLoadOnChange } from '../../app/live-changes.ts'
import { Button } from '../../components/button.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import styles from './webhooks.module.css'

/** The newest deliveries of a webhook, each of which can be sent again. */
export function Deliveries({ webhook: { id, isOn } }: { webhook: Webhook }) {
  const client = useQueryClient()
  const list = useQuery(orpc.webhooks.deliveries.queryOptions({ input: { id }, staleTime: 0 }))
  useLoadOnChange('webhooks', list.refetch)
  const resend = useMutation({
    mutationFn: (delivery: string) => api.webhooks.resend({ id: delivery }),
    onError: (error) => notify.error('The event could not be sent again', errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.webhooks.key() }),
  })
  if (list.isPending) return <Skeleton height={80} radius="12px" />
  if (list.isError) return <Notice kind="bad">{errorText(list.error)}</Notice>
  if (list.data.length === 0) return <p className={styles.facts}>Nothing was sent in the last 30 days.</p>
  return (
    <ul className={styles.deliveries}>
      {list.data.map((delivery) => (
        <li key={delivery.id} className={styles.delivery}>
          <div className={styles.words}>
            <code>{delivery.type}</code>
            <p className={styles.facts}>{resultOf(delivery)}</p>
            {delivery.answer && <p className={styles.facts}>Response: {delivery.answer}</p>}
          </div>
          {isOn && delivery.state !== 'waiting' && (
            <Button
              size="small"
              busy={resend.isPending && resend.variables === delivery.id}
              aria-label={`Send again: ${delivery.type}, ${dateAndTime(delivery.createdAt)}`}
              onClick={() => resend.mutate(delivery.id)}
            >
              Send again
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function resultOf({ state, status, error, attempts, createdAt, attemptedAt, nextAt }: WebhookDelivery): string {
  const when = dateAndTime(attemptedAt ?? createdAt)
  if (state === 'delivered') return `Delivered ${when} · status ${status}`
  if (state === 'failed') return `Failed ${when} · ${error ?? ''}`
  if (attempts === 0 || nextAt === null) return 'Sending…'
  return `${error ?? ''} Attempt ${attempts + 1} of 10 at ${dateAndTime(nextAt)}.`
}
