import { useCallback, useEffect, useRef, useState } from 'react'
import type { PostDetails, ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { consentFor } from '@ninesixteen/shared/publishing/platforms'
import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import { useQuery } from '@tanstack/react-query'
import type { ScheduleDialogRequest } from '../../app/schedule-post.ts'
import type { ScheduleSlots } from './form/text-fields.tsx'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { useTimeZone } from '../../app/time-zone.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { contentOfPost, useProjectContent } from './content/use-content.ts'
import { type ScheduleValues, startValues, valuesOf } from './form/schedule-values.ts'
import { changedPost, copiedPost, newPost, useRequestIds } from './schedule-kinds.ts'
import { PLATFORM_FORMS } from './platforms/registry.ts'
import { ScheduleForm } from './schedule-form.tsx'
import styles from './schedule-form.module.css'
import { CircleCheck } from 'lucide-react'
import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../components/button.tsx'
import { scheduleSummary } from './form/form-footer.tsx'
import { isRecurring } from './form/post-time.ts'

export interface ScheduleDialogProps {
  /** Null closes the dialog. */
  asked: ScheduleDialogRequest | null
  slots: ScheduleSlots
  onClose(): void
}

/** The Schedule Post dialog, with fresh state for each request. */
export function ScheduleDialog({ asked, slots, onClose }: ScheduleDialogProps) {
  // Keeps its content while it closes.
  const [shown, setShown] = useState({ request: asked, key: 0 })
  if (asked !== null && asked !== shown.request) setShown({ request: asked, key: shown.key + 1 })
  if (shown.request === null) return null
  return <RequestedDialog key={shown.key} request={shown.request} open={asked !== null} slots={slots} onClose={onClose} />
}

interface RequestedDialogProps {
  request: ScheduleDialogRequest
  open: boolean
  slots: ScheduleSlots
  onClose(): void
}

const TITLES: Record<ScheduleDialogRequest['kind'], string> = {
  new: 'Schedule Post',
  edit: 'Edit scheduled post',
  duplicate: 'Duplicate post',
}

interface Done {
  created: readonly ScheduledPost[]
  values: ScheduleValues
}

/** The dialog for one request, from its first field to "Success!". */
function RequestedDialog({ request, open, slots, onClose }: RequestedDialogProps) {
  const [done, setDone] = useState<Done | null>(null)
  const finish = useCallback(
    (created: Done['created'], values: ScheduleValues) => setDone((previous) => previous ?? { created, values }),
    [],
  )
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={TITLES[request.kind]}
      size={done ? 'small' : 'wide'}
      closeOnOutsideClick={done !== null}
    >
      {done ? (
        <Success values={done.values} count={done.created.length} onClose={onClose} />
      ) : (
        <RequestForm request={request} slots={slots} onDone={finish} onLeave={onClose} />
      )}
    </Dialog>
  )
}

interface RequestFormProps {
  request: ScheduleDialogRequest
  slots: ScheduleSlots
  onDone(created: Done['created'], values: ScheduleValues): void
  onLeave(): void
}

function RequestForm({ request, ...rest }: RequestFormProps) {
  return request.kind === 'new' ? (
    <NewPostForm request={request} {...rest} />
  ) : (
    <ExistingPostForm key={request.postId} request={request} {...rest} />
  )
}

function NewPostForm({ request, slots, onDone, onLeave }: RequestFormProps & { request: Extract<ScheduleDialogRequest, { kind: 'new' }> }) {
  const [projectId, setProjectId] = useState(request.projectId)
  const [zone, chooseZone] = useTimeZone()
  const accounts = useQuery(orpc.accounts.list.queryOptions())
  const { content, loading, error, retry } = useProjectContent(projectId)
  const requestIds = useRequestIds()
  const [start] = useState(() => startValues({ now: new Date(), zone, kind: 'slides', day: request.day }))
  const failure = accounts.error ?? error
  if (failure)
    return (
      <Notice kind="bad" onRetry={() => (accounts.isError ? accounts.refetch() : retry())}>
        {errorText(failure)}
      </Notice>
    )
  // The form stays mounted while another slideshow loads, to keep its input.
  if (!accounts.data || (loading && request.projectId !== null)) return <Loading />
  return (
    <ScheduleForm
      kind={newPost(requestIds)}
      connected={accounts.data}
      start={start}
      content={content}
      saved={null}
      project={request.projectId === null ? { selectedId: projectId, choose: setProjectId } : null}
      slots={slots}
      onZone={chooseZone}
      onDone={onDone}
      onLeave={onLeave}
    />
  )
}

function ExistingPostForm({
  request,
  slots,
  onDone,
  onLeave,
}: RequestFormProps & { request: Exclude<ScheduleDialogRequest, { kind: 'new' }> }) {
  const [zone, chooseZone] = useTimeZone()
  const accounts = useQuery(orpc.accounts.list.queryOptions())
  const post = useQuery(orpc.scheduledPosts.get.queryOptions({ input: { id: request.postId }, staleTime: 0, gcTime: 0, retry: false }))
  const requestIds = useRequestIds()
  const [now] = useState(() => new Date())
  const isEdit = request.kind === 'edit'
  const accountId = post.data?.account?.id
  const isConnected = accounts.data?.some(({ id }) => id === accountId) ?? false
  // A failure leaves the usual proposal.
  const next = useQuery(
    orpc.postingTimes.next.queryOptions({
      input: { ids: [accountId ?? ''] },
      enabled: !isEdit && isConnected,
      staleTime: 0,
      gcTime: 0,
      retry: false,
    }),
  )
  const failure = accounts.error ?? post.error
  if (failure)
    return (
      <Notice kind="bad" onRetry={() => (accounts.isError ? accounts.refetch() : post.refetch())}>
        {errorText(failure)}
      </Notice>
    )
  if (!accounts.data || !post.data || next.isLoading) return <Loading />
  const { data } = post
  const start = startValues({ now, zone: isEdit ? data.timeZone : zone, kind: data.kind })
  return (
    <ScheduleForm
      kind={isEdit ? changedPost(data, request.others ?? []) : copiedPost(request.postId, requestIds)}
      connected={isEdit ? accounts.data.filter(({ id }) => id === accountId) : accounts.data}
      start={
        isEdit
          ? { ...valuesOf(data, start), agreed: agreedTo(data) }
          : copyOf(data, { ...start, accounts: accountId !== undefined && isConnected ? [accountId] : [] }, next.data?.[0]?.times[0])
      }
      content={contentOfPost(data)}
      saved={isEdit || isRememberable(data) ? { platform: data.platform, options: data.filledIn } : null}
      project={null}
      slots={slots}
      onZone={chooseZone}
      onDone={onDone}
      onLeave={onLeave}
    />
  )
}

/** The values of a copy, at the account's next free posting time. */
function copyOf({ caption, description }: PostDetails, start: ScheduleValues, freeTime: string | undefined): ScheduleValues {
  const [date = start.date, time = start.time] = freeTime === undefined ? [] : wallOf(new Date(freeTime), start.zone).split('T')
  return { ...start, caption, description, date, time }
}

/** A network that wants a consent for each submission also wants its choices made again. */
const isRememberable = ({ platform }: PostDetails): boolean => consentFor(platform, {}) === null

/** Consents of an existing post remain valid when the user edits it. */
function agreedTo({ platform, filledIn }: PostDetails): ScheduleValues['agreed'] {
  return { [platform]: PLATFORM_FORMS[platform].hasConsented(filledIn) }
}

function Loading() {
  return (
    <div className={styles.loading} aria-busy="true" aria-label="Loading">
      <Skeleton height={64} />
      <Skeleton height={120} />
      <Skeleton height={88} />
    </div>
  )
}

/** Milliseconds until the dialog closes. */
const CLOSES_AFTER_MS = 3000

export function Success({ values, count, onClose }: { values: ScheduleValues; count: number; onClose(): void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [onClose])
  // The submit button is gone, so focus would be lost.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.success}>
      <CircleCheck aria-hidden="true" />
      <div role="status">
        <p className={styles.successTitle}>Success!</p>
        <p className={styles.successWords}>{(count > 0 || isRecurring(values)) && scheduleSummary(values)}</p>
      </div>
      <ButtonLink size="small" to={paths.scheduler} onClick={onClose}>
        Open the Post Scheduler
      </ButtonLink>
    </div>
  )
}
