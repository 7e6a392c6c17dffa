import { useQuery } from '@tanstack/react-query'
import { Info, TriangleAlert, X } from 'lucide-react'
import { useState } from 'react'
import { billingCalls } from '../../api/billing-calls.ts'
import { manageSubscription } from '../../app/billing-page.ts'
import { keep, readStored } from '../../app/browser-storage.ts'
import { useLiveChanges } from '../../app/live-changes.ts'
import { queryClient } from '../../app/query-client.ts'
import { meKey } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import styles from './plan-banner.module.css'
import { planMessage } from './plan-texts.ts'

const stateKey = (userId: string) => ['billing', userId] as const
const DISMISSED_KEY = 'ninesixteen.plan-news'
const asText = (value: unknown) => (typeof value === 'string' ? value : null)

/** Above the studio: the plan ends, a payment failed, or the price changes. */
export function PlanBanner({ userId }: { userId: string }) {
  const { data: state } = useQuery({ queryKey: stateKey(userId), queryFn: billingCalls.state, staleTime: 60_000, retry: false })
  const [dismissedId, setDismissedId] = useState(() => readStored(DISMISSED_KEY, asText))
  useLiveChanges('plan', () => {
    // A failure is retried with the next change.
    void queryClient.invalidateQueries({ queryKey: stateKey(userId) })
    void queryClient.invalidateQueries({ queryKey: meKey })
  })
  const message = state ? planMessage(state) : null
  if (!message || message.id === dismissedId) return null
  const dismiss = (): void => {
    keep(DISMISSED_KEY, message.id)
    setDismissedId(message.id)
  }
  return (
    <div data-banner data-kind={message.kind} className={styles.banner} role="status">
      {message.kind === 'warn' ? <TriangleAlert aria-hidden="true" /> : <Info aria-hidden="true" />}
      <p>{message.text}</p>
      {message.action && (
        <Button size="small" onClick={() => void manageSubscription()}>
          {message.action}
        </Button>
      )}
      {message.kind === 'info' && <IconButton label="Dismiss" size="small" icon={<X />} onClick={dismiss} />}
    </div>
  )
}
