import type { ManualPosting } from '@ninesixteen/shared/api/manual-posting'
import { CalendarX, CircleCheck, CircleX, LinkIcon, WifiOff } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { paths } from '../../app/paths.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import styles from './hand-over.module.css'
import { momentText, zoneName } from './time-text.ts'

interface EndProps {
  icon: ReactNode
  sign?: 'ok' | 'none'
  title: string
  children: ReactNode
  action?: ReactNode
}

/** One thing to know, in the middle of the screen. */
function End({ icon, sign = 'none', title, children, action }: EndProps) {
  // It often takes the place of what was just tapped.
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

/** A post that was answered for, or that is not to be posted any more. */
export function Answered({ handOver: { state, platform, answeredAt, remoteUrl } }: { handOver: ManualPosting }) {
  const when = answeredAt && (
    <p className="tabular">
      {momentText(answeredAt)} ({zoneName()})
    </p>
  )
  if (state === 'posted')
    return (
      <End icon={<CircleCheck aria-hidden="true" />} sign="ok" title="You posted it">
        <p>It is marked as published.</p>
        {when}
        {remoteUrl && (
          <p>
            <a href={remoteUrl} target="_blank" rel="noopener noreferrer">
              See it on {platform.label}
            </a>
          </p>
        )}
      </End>
    )
  if (state === 'not-posted')
    return (
      <End icon={<CircleX aria-hidden="true" />} title="Not posted" action={toScheduler}>
        <p>It is marked as failed. You can reschedule it in the Post Scheduler.</p>
        {when}
      </End>
    )
  return (
    <End icon={<CalendarX aria-hidden="true" />} title="Nothing left to post" action={toScheduler}>
      <p>This post was cancelled, moved or changed in the Post Scheduler.</p>
    </End>
  )
}

/** A link that is good no more, or never was; `expiredAt` where this page saw it while it was. */
export function Gone({ expiredAt }: { expiredAt: string | null }) {
  return (
    <End
      icon={<LinkIcon aria-hidden="true" />}
      title={expiredAt ? 'This link has expired' : 'This link does not work'}
      action={toScheduler}
    >
      {expiredAt ? (
        <p className="tabular">
          It was good until {momentText(expiredAt)} ({zoneName()}). You can reschedule the post in the Post Scheduler.
        </p>
      ) : (
        <p>A link to post by hand is good for one day, and a newer one takes its place. The Post Scheduler shows the one that works.</p>
      )}
    </End>
  )
}

/** The server could not be asked. */
export function Unreached({ message, busy, onRetry }: { message: string; busy: boolean; onRetry(): void }) {
  return (
    <End
      icon={<WifiOff aria-hidden="true" />}
      title="The post cannot be loaded"
      action={
        <Button variant="primary" size="large" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      <p>{message}</p>
    </End>
  )
}
