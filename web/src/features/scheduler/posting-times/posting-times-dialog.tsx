import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { POSTING_SLOTS_MAX } from '@ninesixteen/shared/api/limits'
import type { AccountPostingTimes } from '@ninesixteen/shared/api/posting-times'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import type { WeeklyTime } from '@ninesixteen/shared/time/posting-times'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { orpc } from '../../../api/client.ts'
import { paths } from '../../../app/paths.ts'
import { Button, ButtonLink } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { DialogCancel, DiscardGuard } from '../../../components/discard-guard.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Select } from '../../../components/select.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { notify } from '../../../components/toast.tsx'
import { ZoneSelect } from '../../../components/zone-select.tsx'
import { WEEKDAYS } from '../days.ts'
import styles from './posting-times.module.css'
import { clockText, withoutTime, withTimes } from './weekly-times.ts'
import { Plus, X } from 'lucide-react'
import { TextField } from '../../../components/field.tsx'
import { WeekdayChoice } from '../../../components/weekday-choice.tsx'

export interface PostingTimesDialogProps {
  /** Default time zone for accounts without posting times. */
  zone: string
  /** The account to start with; by default the first. */
  accountId?: string
  onSaved?(id: string): void
  onClose(): void
}

/** Edits each account's weekly posting times, which "Next free slot" uses. */
export function PostingTimesDialog({ zone, accountId, onSaved, onClose }: PostingTimesDialogProps) {
  const accounts = useQuery(orpc.accounts.list.queryOptions())
  const slots = useQuery(orpc.postingTimes.list.queryOptions({ staleTime: 0 }))
  const [chosenId, setChosenId] = useState<string | null>(accountId ?? null)
  const failure = accounts.error ?? slots.error
  const account = accounts.data?.find(({ id }) => id === chosenId) ?? accounts.data?.[0]
  if (failure || !accounts.data || !slots.data || !account) {
    return (
      <Dialog open onOpenChange={(open) => !open && onClose()} title={TITLE} description={DESCRIPTION}>
        {failure ? (
          <Notice kind="bad">{errorText(failure)}</Notice>
        ) : accounts.data?.length === 0 ? (
          <EmptyState
            level={3}
            ghost="none"
            title="No accounts connected"
            action={
              <ButtonLink variant="primary" to={`${paths.settings}?tab=accounts`}>
                Connect an account
              </ButtonLink>
            }
          />
        ) : (
          <Skeleton height={220} />
        )}
      </Dialog>
    )
  }
  const saved = slots.data.find(({ id }) => id === account.id)
  return (
    <AccountTimes
      key={account.id}
      account={account}
      saved={saved}
      zone={zone}
      all={accounts.data}
      onAccount={setChosenId}
      onSaved={() => onSaved?.(account.id)}
      onClose={onClose}
    />
  )
}

const TITLE = 'Weekly posting times'
const DESCRIPTION = '“Next free slot” picks from these times. They follow daylight saving time in their time zone.'

interface AccountTimesProps {
  account: ConnectedAccount
  saved: AccountPostingTimes | undefined
  zone: string
  all: readonly ConnectedAccount[]
  onAccount(id: string): void
  onSaved(): void
  onClose(): void
}

function AccountTimes({ account, saved, zone: defaultZone, all, onAccount, onSaved, onClose }: AccountTimesProps) {
  const client = useQueryClient()
  const [times, setTimes] = useState<readonly WeeklyTime[]>(saved?.slots ?? [])
  const [zone, setZone] = useState(saved?.zone ?? defaultZone)
  const isChanged = zone !== (saved?.zone ?? defaultZone) || JSON.stringify(times) !== JSON.stringify(saved?.slots ?? [])
  const save = useMutation(
    orpc.postingTimes.replace.mutationOptions({
      onSuccess: async () => {
        await client.invalidateQueries({ queryKey: orpc.postingTimes.key() })
        notify.ok('Posting times saved')
        onSaved()
        onClose()
      },
    }),
  )
  const isFull = times.length >= POSTING_SLOTS_MAX
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={TITLE}
      description={DESCRIPTION}
      closeOnOutsideClick={!isChanged}
      footer={
        <>
          <DialogCancel />
          <Button
            variant="primary"
            disabled={!isChanged}
            busy={save.isPending}
            onClick={() => save.mutate({ id: account.id, zone, slots: [...times] })}
          >
            {save.isPending ? 'Saving...' : 'Save times'}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <DiscardGuard isDirty={isChanged} title="Discard these times?" />
        <div className={styles.head}>
          <Select
            label="Account"
            value={account.id}
            options={all.map(({ id, username, platform }) => ({ value: id, label: `@${username}`, detail: PLATFORMS[platform].label }))}
            disabled={isChanged}
            onChange={onAccount}
          />
          <ZoneSelect label="Time zone" zone={zone} onChange={setZone} />
        </div>
        <AddTimes disabled={isFull} onAdd={(days, time) => setTimes(withTimes(times, days, time))} />
        {isFull && <Notice kind="info">An account can have up to {POSTING_SLOTS_MAX} weekly times.</Notice>}
        <WeekTimes times={times} onRemove={(removed) => setTimes(withoutTime(times, removed))} />
        {save.isError && <Notice kind="bad">{errorText(save.error)}</Notice>}
      </div>
    </Dialog>
  )
}

interface AddTimesProps {
  disabled: boolean
  onAdd(days: number[], time: string): void
}

/** Adds a time on one or more weekdays. */
function AddTimes({ disabled, onAdd }: AddTimesProps) {
  const [days, setDays] = useState<number[]>([1, 2, 3, 4, 5])
  const [time, setTime] = useState('09:00')
  const isComplete = days.length > 0 && time !== ''
  return (
    <div className={styles.add}>
      <WeekdayChoice label="Days" days={days} onChange={setDays} />
      <div className={styles.addTime}>
        <TextField label="Time" type="time" value={time} onChange={(event) => setTime(event.target.value)} />
        <Button icon={<Plus />} disabled={disabled || !isComplete} onClick={() => onAdd(days, time)}>
          Add
        </Button>
      </div>
    </div>
  )
}

interface WeekTimesProps {
  times: readonly WeeklyTime[]
  onRemove(time: WeeklyTime): void
}

/** The times by weekday, with buttons to remove them. */
function WeekTimes({ times, onRemove }: WeekTimesProps) {
  return (
    <ul className={styles.week} aria-label="Times of the week">
      {WEEKDAYS.map((name, weekday) => {
        const dayTimes = times.filter((one) => one.weekday === weekday)
        return (
          <li key={name} className={styles.day}>
            <span className={styles.dayName}>{name}</span>
            {dayTimes.length === 0 ? (
              <span className={styles.none}>None</span>
            ) : (
              <span className={styles.times}>
                {dayTimes.map((one) => (
                  <button
                    key={one.time}
                    type="button"
                    className={styles.time}
                    aria-label={`Remove ${name} at ${clockText(one.time)}`}
                    onClick={() => onRemove(one)}
                  >
                    {clockText(one.time)}
                    <X aria-hidden="true" />
                  </button>
                ))}
              </span>
            )}
          </li>
        )
      })}
    </ul>
  )
}
