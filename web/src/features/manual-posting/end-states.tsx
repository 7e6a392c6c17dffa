import type { ManualPosting } from '@ninesixteen/shared/api/manual-posting'
import { CalendarX, CircleCheck, CircleX, LinkIcon, WifiOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { paths } from '../../app/paths.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import styles from './manual-posting.module.css'
import { dateAndTime, zoneName } from '../../app/day-and-time.ts'

interface EndStateProps {
  icon: ReactNode
  sign?: 'ok' | 'none'
  title: string
  children: ReactNode
  action?: ReactNode
}

/** A centred message. */
function EndState({ icon, sign = 'none', title, children, action }: EndStateProps) {
  // Takes the focus, because it often replaces the button that had it.
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className={styles.end} data-sign={sign}>
      {icon}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
      {action}
    </div>
  )
}

const toScheduler = (
  <ButtonLink to={paths.scheduler} size="large">
    Open the Post Scheduler
  </ButtonLink>
)

/** An answered post, or one that must not be posted any more. */
export function Answered({ posting: { state, platform, answeredAt, remoteUrl } }: { posting: ManualPosting }) {
  const when = answeredAt && (
    <p className="tabular">
      {dateAndTime(answeredAt)} ({zoneName()})
    </p>
  )
  if (state === 'posted')
    return (
      <EndState icon={<CircleCheck aria-hidden="true" />} sign="ok" title="You posted it">
        <p>It is marked as published.</p>
        {when}
        {remoteUrl && (
          <p>
            <a href={remoteUrl} target="_blank" rel="noopener noreferrer">
              See it on {platform.label}
            </a>
          </p>
        )}
      </EndState>
    )
  if (state === 'not-posted')
    return (
      <EndState icon={<CircleX aria-hidden="true" />} title="Not posted" action={toScheduler}>
        <p>It is marked as failed. You can reschedule it in the Post Scheduler.</p>
        {when}
      </EndState>
    )
  return (
    <EndState icon={<CalendarX aria-hidden="true" />} title="Nothing left to post" action={toScheduler}>
      <p>This post was cancelled, moved or changed in the Post Scheduler.</p>
    </EndState>
  )
}

/** A link that is not valid; `expiredAt` if it expired while this page was open. */
export function LinkInvalid({ expiredAt }: { expiredAt: string | null }) {
  return (
    <EndState
      icon={<LinkIcon aria-hidden="true" />}
      title={expiredAt ? 'This link has expired' : 'This link does not work'}
      action={toScheduler}
    >
      {expiredAt ? (
        <p className="tabular">
          It was valid until {dateAndTime(expiredAt)} ({zoneName()}). You can reschedule the post in the Post Scheduler.
        </p>
      ) : (
        <p>This link has expired. Open the Post Scheduler for the current one.</p>
      )}
    </EndState>
  )
}

/** The post could not be loaded. */
export function LoadFailed({ message, busy, onRetry }: { message: string; busy: boolean; onRetry(): void }) {
  return (
    <EndState
      icon={<WifiOff aria-hidden="true" />}
      title="We couldn’t load the post"
      action={
        <Button variant="primary" size="large" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>{message}</p>
    </EndState>
  )
}
