import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { Notice } from './notice.tsx'
import styles from './run-progress.module.css'

export interface RunProgressProps {
  /** Accessible name of the bar. */
  label: string
  done: number
  /** Null if unknown. */
  total: number | null
  /** The current step, or the reason for a delay. */
  note?: string | null
  /** Replaces "3 of 10". */
  amount?: string
  /** Such as "About 40 s left". */
  timeLeft?: string | null
  onCancel?: (() => void) | undefined
  isCancelling?: boolean
  /** A small row of a list: Cancel is an icon. */
  isCompact?: boolean
  /** Why it failed, which replaces the bar. */
  error?: string | null
  /** A button that tries again. */
  retry?: ReactNode
}

/** More steps are frames or bytes, which only a percentage tells apart. */
const COUNTED_MAX = 100

function amountOf(done: number, total: number | null): string | null {
  if (total === null || total === 0) return null
  return total > COUNTED_MAX ? `${Math.floor((100 * done) / total)}%` : `${done} of ${total}`
}

/** The progress of long work with a button that cancels it, or why it failed. */
export function RunProgress({ error, retry, ...progress }: RunProgressProps) {
  if (error)
    return (
      <Notice kind="bad" action={retry}>
        {error}
      </Notice>
    )
  const { label, done, total, note, amount: ownAmount, timeLeft, isCompact = false, onCancel, isCancelling = false } = progress
  const amount = [ownAmount ?? amountOf(done, total), timeLeft].filter(Boolean).join(' · ')
  return (
    <div className={styles.run}>
      <progress className={styles.bar} aria-label={label} {...(total !== null && { max: Math.max(total, 1), value: done })} />
      <div className={styles.words}>
        <p className={styles.note} role="status">
          {note}
        </p>
        {amount !== '' && <p className={styles.amount}>{amount}</p>}
      </div>
      {onCancel && <Cancel {...{ label, isCompact, isCancelling, onCancel }} />}
    </div>
  )
}

type CancelProps = Required<Pick<RunProgressProps, 'label' | 'isCancelling' | 'isCompact'>> & { onCancel(): void }

function Cancel({ label, isCompact, isCancelling, onCancel }: CancelProps) {
  if (isCompact) return <IconButton size="small" label={`Cancel ${label}`} icon={<X />} disabled={isCancelling} onClick={onCancel} />
  return (
    <Button size="small" busy={isCancelling} onClick={onCancel}>
      Cancel
    </Button>
  )
}
