import { PREVIEW_TIMES } from '@ninesixteen/shared/api/limits'
import {
  chosenRule,
  recurrenceDays,
  type RecurrenceChoice,
  type RecurrenceEnd,
  type RecurrenceKind,
} from '@ninesixteen/shared/time/recurrence-choice'
import { RECURRENCE_COUNT_MAX, RULE_MAX } from '@ninesixteen/shared/time/recurrence-rule'
import { shownMoment } from '@ninesixteen/shared/time/shown-times'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { errorText } from '../api/api-error.ts'
import { orpc } from '../api/client.ts'
import { TextField } from './field.tsx'
import styles from './recurrence-field.module.css'
import { Select } from './select.tsx'
import { SwitchField } from './switch-field.tsx'
import { WeekdayChoice } from './weekday-choice.tsx'

export interface RecurrenceFieldProps {
  value: RecurrenceChoice
  onChange(value: RecurrenceChoice): void
  /** The first time in the zone, `YYYY-MM-DDTHH:MM`; null while there is none. */
  first: string | null
  zone: string
  error: string | null
}

const KINDS: { value: RecurrenceKind; label: string }[] = [
  { value: 'none', label: 'Does not repeat' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekdays', label: 'Every weekday' },
  { value: 'weekly', label: 'Every week' },
  { value: 'fortnightly', label: 'Every two weeks' },
  { value: 'monthly', label: 'Every month' },
  { value: 'custom', label: 'Custom rule' },
]
const ENDINGS: { value: RecurrenceEnd; label: string }[] = [
  { value: 'never', label: 'Never' },
  { value: 'on', label: 'On a day' },
  { value: 'after', label: 'After a number of posts' },
]

/** Whether, how often and until when a post recurs, with a preview of the next times. */
export function RecurrenceField({ value, onChange, first, zone, error }: RecurrenceFieldProps) {
  const set = (patch: Partial<RecurrenceChoice>) => onChange({ ...value, ...patch })
  const { kind, ending } = value
  return (
    <div className={styles.recurrence}>
      <div className={styles.choices}>
        <Select label="Repeat" value={kind} options={KINDS} onChange={(next) => set({ kind: next })} />
        {kind !== 'none' && <Select label="Ends" value={ending} options={ENDINGS} onChange={(next) => set({ ending: next })} />}
        {kind !== 'none' && ending === 'on' && (
          <TextField
            label="Last day"
            type="date"
            value={value.lastDay}
            min={first?.slice(0, 10)}
            onChange={(event) => set({ lastDay: event.target.value })}
          />
        )}
        {kind !== 'none' && ending === 'after' && (
          <TextField
            label="Posts"
            type="number"
            inputMode="numeric"
            min={1}
            max={RECURRENCE_COUNT_MAX}
            value={value.count === 0 ? '' : value.count}
            onChange={(event) => set({ count: Math.max(0, Math.trunc(Number(event.target.value)) || 0) })}
          />
        )}
      </div>
      {(kind === 'weekly' || kind === 'fortnightly') && first !== null && (
        <WeekdayChoice label="On" days={recurrenceDays(value, first)} onChange={(days) => set({ days })} />
      )}
      {kind === 'custom' && (
        <TextField
          label="Rule (RFC 5545)"
          value={value.rule}
          maxLength={RULE_MAX}
          placeholder="FREQ=MONTHLY;BYDAY=2TU"
          spellCheck={false}
          autoCapitalize="characters"
          hint="FREQ=MONTHLY;BYDAY=2TU is every second Tuesday of a month."
          onChange={(event) => set({ rule: event.target.value })}
        />
      )}
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {kind !== 'none' && first !== null && (
        <>
          <SwitchField
            label="Use the latest slides each time"
            hint="Off: every post uses the slides as they are now. On: each post picks up the latest slides shortly before it goes out."
            checked={value.usesLatest}
            onChange={(usesLatest) => set({ usesLatest })}
          />
          <NextTimes value={value} first={first} zone={zone} />
        </>
      )}
    </div>
  )
}

/** The next times of the chosen rule, or why there are none. */
function NextTimes({ value, first, zone }: { value: RecurrenceChoice; first: string; zone: string }) {
  const rule = chosenRule(value, { first, zone })
  const preview = useQuery({
    ...orpc.recurrences.preview.queryOptions({ input: { rule: rule ?? '', zone, first } }),
    enabled: rule !== null,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: 60_000,
  })
  if (rule === null) return null
  if (preview.isError) {
    return (
      <p className={styles.error} role="alert">
        {errorText(preview.error)}
      </p>
    )
  }
  const { times, isMore } = preview.data ?? { times: [], isMore: false }
  return (
    <div className={styles.next} aria-live="polite" aria-busy={preview.isPending}>
      <p className={styles.nextTitle}>{preview.data && times.length === 0 ? 'No dates in the future' : 'Next times'}</p>
      <ol className={styles.times}>
        {times.map((at) => (
          <li key={at}>{shownMoment(new Date(at), zone)}</li>
        ))}
        {isMore && times.length === PREVIEW_TIMES && <li>and so on</li>}
      </ol>
    </div>
  )
}
