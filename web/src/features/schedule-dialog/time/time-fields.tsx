import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { isWallTime } from '@ninesixteen/shared/time/wall-time'
import { useId } from 'react'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { RecurrenceField } from '../../../components/recurrence-field.tsx'
import { ZoneSelect } from '../../../components/zone-select.tsx'
import { chosenInstant, clockNote } from '../form/post-time.ts'
import type { TimeField } from '../form/problems.ts'
import type { ScheduleValues, When } from '../form/schedule-values.ts'
import styles from './time.module.css'
import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarArrowUp } from 'lucide-react'
import { api, orpc } from '../../../api/client.ts'
import { Button } from '../../../components/button.tsx'
import { notify } from '../../../components/toast.tsx'

export interface TimeFieldsProps {
  values: Pick<ScheduleValues, 'when' | 'date' | 'time' | 'zone' | 'repeat' | 'accounts'>
  /** The error, and the invalid part of the time. */
  problem: { field: TimeField; message: string } | null
  /** Undefined if the post can't recur. */
  repeatError?: string | null | undefined
  now: Date
  onChange(patch: Partial<Pick<ScheduleValues, 'when' | 'date' | 'time' | 'zone' | 'repeat'>>): void
  onSlot(at: Date): void
}

const WHEN_OPTIONS: { value: When; label: string }[] = [
  { value: 'time', label: 'At a time' },
  { value: 'now', label: 'Post now' },
  { value: 'draft', label: 'Save as draft' },
]

const HINTS: Partial<Record<When, string>> = {
  now: 'Posts as soon as you press the button.',
  draft: 'Saved in the Post Scheduler until you set a time.',
}

/** When to post, with a visible time zone. */
export function TimeFields({ values, problem, repeatError, now, onChange, onSlot }: TimeFieldsProps) {
  const { when, date, time, zone, accounts } = values
  const isInvalid = (part: TimeField) => problem?.field === part || problem?.field === 'time'
  return (
    <div className={styles.time}>
      <ChoiceRow label="When" value={when} options={WHEN_OPTIONS} hint={HINTS[when]} onChange={(next) => onChange({ when: next })} />
      {when === 'time' && (
        <>
          <div className={styles.fields}>
            <Clock kind="date" label="Date" value={date} isInvalid={isInvalid('date')} onChange={(next) => onChange({ date: next })} />
            <Clock kind="time" label="Time" value={time} isInvalid={isInvalid('clock')} onChange={(next) => onChange({ time: next })} />
            <ZoneSelect label="Time zone" zone={zone} at={chosenInstant(values) ?? now} onChange={(next) => onChange({ zone: next })} />
          </div>
          {problem && (
            <p id={ERROR_ID} className={styles.error} role="alert">
              {problem.message}
            </p>
          )}
          <div className={styles.below}>
            <p className={styles.hint}>{clockNote(values) ?? whenInWords(values, now)}</p>
            {accounts.length > 0 && <NextPostingTime accountIds={accounts} onPick={onSlot} />}
          </div>
          {repeatError !== undefined && (
            <RecurrenceField
              value={values.repeat}
              error={repeatError}
              first={isWallTime(`${date}T${time}`) ? `${date}T${time}` : null}
              zone={zone}
              onChange={(repeat) => onChange({ repeat })}
            />
          )}
        </>
      )}
    </div>
  )
}

/** A fixed id is safe: only one dialog is open at a time. */
const ERROR_ID = 'schedule-time-error'

interface ClockProps {
  kind: 'date' | 'time'
  label: string
  value: string
  isInvalid: boolean
  onChange(value: string): void
}

function Clock({ kind, label, value, isInvalid, onChange }: ClockProps) {
  const id = useId()
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <input
        id={id}
        type={kind}
        className={styles.input}
        value={value}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? ERROR_ID : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const MINUTE = 60_000

/** Like `in 5 minutes`. */
function fromNow(at: Date, now: Date): string {
  const minutes = Math.round((at.getTime() - now.getTime()) / MINUTE)
  if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
  const hours = Math.round(minutes / 60)
  return Math.abs(hours) < 48 ? relative.format(hours, 'hour') : relative.format(Math.round(hours / 24), 'day')
}

function whenInWords(values: TimeFieldsProps['values'], now: Date): string {
  const at = chosenInstant(values)
  if (!at || at < now) return ''
  return `${shownMoment(at, values.zone)}, ${fromNow(at, now)}`
}

interface NextPostingTimeProps {
  /** Row ids of connected accounts. */
  accountIds: readonly string[]
  onPick(at: Date): void
}

/** Picks the first free weekly posting time of the selected accounts. Renders nothing if they have none. */
function NextPostingTime({ accountIds, onPick }: NextPostingTimeProps) {
  const slots = useQuery(orpc.postingTimes.list.queryOptions())
  const ids = accountIds.filter((id) => slots.data?.some((account) => account.id === id && account.slots.length > 0))
  const find = useMutation({
    mutationFn: () => api.postingTimes.next({ ids }),
    onSuccess: (accounts) => {
      const [first] = accounts.flatMap(({ times }) => times).toSorted()
      if (first === undefined) notify.info('All posting times in the next year are taken.')
      else onPick(new Date(first))
    },
    onError: () => notify.error('We couldn’t load your posting times. Try again.'),
  })
  if (ids.length === 0) return null
  return (
    <Button size="small" icon={<CalendarArrowUp aria-hidden="true" />} busy={find.isPending} onClick={() => find.mutate()}>
      Next free slot
    </Button>
  )
}
