import type { RecurringPost } from '@ninesixteen/shared/api/recurrence'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { readRule, ruleSummary } from '@ninesixteen/shared/time/recurrence-rule'
import { shownDay, shownMoment, shownTime } from '@ninesixteen/shared/time/shown-times'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { orpc } from '../../../api/client.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../../components/dialog.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { notify } from '../../../components/toast.tsx'
import { countText } from '../post-texts.ts'
import styles from './recurrence.module.css'

export interface RecurrenceDialogProps {
  onClose(): void
}

/** Lists recurring posts, and ends them. */
export function RecurrenceDialog({ onClose }: RecurrenceDialogProps) {
  const client = useQueryClient()
  const recurrences = useQuery(orpc.recurrences.list.queryOptions({ staleTime: 0 }))
  const [ending, setEnding] = useState<RecurringPost | null>(null)
  const end = useMutation(
    orpc.recurrences.end.mutationOptions({
      onSuccess: async ({ cancelled, late }) => {
        await Promise.all([orpc.recurrences.key(), orpc.scheduledPosts.key()].map((queryKey) => client.invalidateQueries({ queryKey })))
        notify.ok('No longer repeating', `${countText(cancelled)} cancelled${late > 0 ? `, ${countText(late)} already being sent` : ''}`)
      },
      onError: (cause) => notify.error(errorText(cause)),
      onSettled: () => setEnding(null),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Repeating posts"
      description="The next 60 days are scheduled as individual posts you can edit or cancel."
    >
      {recurrences.isPending && <Skeleton height={140} />}
      {recurrences.isError && <Notice kind="bad">{errorText(recurrences.error)}</Notice>}
      {recurrences.data?.length === 0 && (
        <EmptyState level={3} ghost="none" title="Nothing repeats yet">
          Choose &ldquo;Repeat&rdquo; when you schedule a post.
        </EmptyState>
      )}
      <ul className={styles.list}>
        {recurrences.data?.map((repeat) => (
          <RecurrenceRow key={repeat.id} recurrence={repeat} onEnd={() => setEnding(repeat)} />
        ))}
      </ul>
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={(open) => !open && setEnding(null)}
        title="Stop repeating?"
        confirmLabel="Stop repeating"
        busyLabel="Stopping..."
        busy={end.isPending}
        onConfirm={() => ending && end.mutate({ id: ending.id })}
      >
        {ending && ending.waiting > 0
          ? `${countText(ending.waiting)} still to come will be cancelled. Published posts stay.`
          : 'No more posts will be created. Published posts stay.'}
      </ConfirmDialog>
    </Dialog>
  )
}

function RecurrenceRow({ recurrence, onEnd }: { recurrence: RecurringPost; onEnd(): void }) {
  const { projectTitle, caption, targets, rule, usesLatest } = recurrence
  return (
    <li className={styles.item}>
      <div className={styles.words}>
        <h3 className={styles.name}>{projectTitle ?? (caption || 'Unknown Project')}</h3>
        <p className={styles.rule}>
          {ruleSummary(rule)} at {timeOf(recurrence)}
          {endOf(recurrence)}
        </p>
        <p className={styles.facts}>
          {targets
            .map(({ platform, username }) => `${PLATFORMS[platform].label} ${username ? `@${username}` : '(not connected)'}`)
            .join(', ')}
        </p>
        <p className={styles.facts}>
          {stateOf(recurrence)}
          {usesLatest && ' Uses the latest slides.'}
        </p>
      </div>
      {(recurrence.endedAt === null || recurrence.waiting > 0) && (
        <Button size="small" variant="danger" aria-label={`Stop repeating ${projectTitle ?? caption}`} onClick={onEnd}>
          Stop
        </Button>
      )}
    </li>
  )
}

function timeOf({ first, zone }: RecurringPost): string {
  return `${shownTime(new Date(`${first}Z`), 'UTC')} (${zone})`
}

function endOf({ rule, zone }: RecurringPost): string {
  const { end } = readRule(rule)
  if (end.kind === 'never') return ''
  return end.kind === 'after' ? `, ${end.count} times` : `, until ${shownDay(end.last, zone)}`
}

function stateOf({ endedAt, endReason, nextAt, waiting, zone }: RecurringPost): string {
  if (endedAt !== null) return `Ended ${shownDay(new Date(endedAt), zone)}. ${endReason ?? ''}`.trim()
  if (nextAt === null) return 'Nothing planned right now.'
  const next = new Date(nextAt)
  return `Next on ${shownMoment(next, zone)}; ${countText(waiting)} planned.`
}
