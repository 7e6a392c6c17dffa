import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import type { PlanPost, PlanSlot } from '@ninesixteen/shared/api/content-plan'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Keyboard } from 'lucide-react'
import { useMemo, useState, type ComponentType } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { useCurrentCompany } from '../../app/current-company.ts'
import { useLiveChanges } from '../../app/live-changes.ts'
import { useSearchParams } from '../../app/search-params.ts'
import { useTimeZone } from '../../app/time-zone.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyPart } from '../../components/load-part.tsx'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { Select } from '../../components/select.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import type { PostingTimesForm } from './account-fields.tsx'
import styles from './content-plan.module.css'
import { PlanHead, SelectedBar } from './plan-head.tsx'
import { SlotCard, type SlotActions } from './slot-card.tsx'

const BriefDialog = lazyPart(async () => (await import('./brief-dialog.tsx')).BriefDialog)
const SlotDialog = lazyPart(async () => (await import('./slot-dialog.tsx')).SlotDialog)
const KeysDialog = lazyPart(async () => (await import('./keys-dialog.tsx')).KeysDialog)

const PAGE_SLOTS = 20

interface ApprovedOptions {
  platform: PlanPost['platform']
  accountId: string
  options: Record<string, unknown>
}

/** The choices for each network, which another feature contributes. */
export type ApproveForm = ComponentType<{
  accounts: readonly ConnectedAccount[]
  count: number
  slides: readonly Slide[]
  allSlides: readonly Slide[]
  posts: readonly PlanPost[]
  busy: boolean
  onApprove(options: ApprovedOptions[]): void
  onClose(): void
}>

interface BoardParts {
  ApproveDialog: ApproveForm
  PostingTimes: PostingTimesForm
}

type OpenDialog =
  | { kind: 'brief' | 'keys' }
  | { kind: 'approve'; slots: readonly PlanSlot[] }
  | { kind: 'edit'; slot: PlanSlot; field: 'text' | 'time' }

/** The coming posts of a company's plan, to review one by one or many at once. */
export function ContentPlanBoard({ ApproveDialog, PostingTimes }: BoardParts) {
  const { companies, current, choose, loading } = useCurrentCompany()
  const [search, setSearch] = useSearchParams()
  const requestedId = search.get('company')
  const company = companies.find(({ id }) => id === requestedId) ?? current ?? companies[0]
  if (loading) return <Skeleton height={320} />
  return (
    <Page
      title="Content plan"
      subtitle="Posts that we plan for you. Nothing goes out before you approve it."
      actions={
        companies.length > 1 && (
          <Select
            label="Company"
            hideLabel
            value={company?.id ?? ''}
            options={companies.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => {
              choose(id)
              setSearch(() => new URLSearchParams())
            }}
          />
        )
      }
    >
      {company ? (
        <Board key={company.id} companyId={company.id} ApproveDialog={ApproveDialog} PostingTimes={PostingTimes} />
      ) : (
        <EmptyState title="No company yet" ghost="days">
          Add a company in the settings to plan posts for it.
        </EmptyState>
      )}
    </Page>
  )
}

function usePlan(companyId: string) {
  const cache = useQueryClient()
  const plan = useQuery(orpc.contentPlan.get.queryOptions({ input: { companyId } }))
  const list = useInfiniteQuery(
    orpc.contentPlan.slots.infiniteOptions({
      input: (after: string | undefined) => ({ companyId, limit: PAGE_SLOTS, after }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next,
    }),
  )
  const refresh = () => cache.invalidateQueries({ queryKey: orpc.contentPlan.key() })
  useLiveChanges('posts', () => void refresh())
  const slots = useMemo(() => list.data?.pages.flatMap((page) => page.slots) ?? [], [list.data])
  return {
    plan: plan.data?.plan ?? null,
    isLoading: plan.isPending || list.isPending,
    // A later failure keeps the board, and an open dialog with its edits.
    error: plan.isLoadingError ? plan.error : list.isLoadingError ? list.error : null,
    list,
    slots,
    refresh,
  }
}

function Board({ companyId, ApproveDialog, PostingTimes }: BoardParts & { companyId: string }) {
  const { plan, isLoading, error, list, slots, refresh } = usePlan(companyId)
  const connected = useQuery(orpc.accounts.list.queryOptions())
  const accounts = connected.data ?? []
  const [zone] = useTimeZone()
  const [search, setSearch] = useSearchParams()
  const [opened, setOpened] = useState<OpenDialog | null>(() => (search.has('brief') ? { kind: 'brief' } : null))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map())
  const [isBusy, setBusy] = useState(false)
  const close = () => {
    setOpened(null)
    if (search.has('brief')) setSearch(() => new URLSearchParams({ company: companyId }), { replace: true })
  }
  /** Runs a change and shows its failure. */
  const run = async (change: () => Promise<unknown>, message?: string): Promise<void> => {
    setBusy(true)
    try {
      await change()
      if (message !== undefined) notify.ok(message)
    } catch (cause) {
      notify.error(errorText(cause))
    } finally {
      setBusy(false)
      await refresh()
    }
  }
  /** Refetches the accounts, because the dialog needs the choices of each account. */
  const openApproval = async (waiting: readonly PlanSlot[]): Promise<void> => {
    await connected.refetch()
    setOpened({ kind: 'approve', slots: waiting })
  }
  const actions: SlotActions = {
    approve: (slot) => void openApproval([slot]),
    edit: (slot, field) => setOpened({ kind: 'edit', slot, field }),
    rewrite: ({ id }, keepsIdea) =>
      void run(() => api.contentPlan.rewrite({ ids: [id], keepsIdea }), keepsIdea ? 'Writing it again' : 'Looking for another idea'),
    skip: ({ id }) => void run(() => api.contentPlan.skip({ ids: [id] }), 'Skipped'),
    select: ({ id }) =>
      setSelected((previous) => (previous.has(id) ? new Set([...previous].filter((other) => other !== id)) : new Set([...previous, id]))),
    help: () => setOpened({ kind: 'keys' }),
  }
  const approve = (approved: readonly PlanSlot[], options: ApprovedOptions[]) =>
    run(async () => {
      const { problems: failures } = await api.contentPlan.approve({
        slots: approved.map(({ id, version }) => ({ id, version: version ?? 0, options })),
      })
      setProblems(new Map(failures.map(({ id, message }) => [id, message])))
      setSelected(new Set(failures.map(({ id }) => id)))
      close()
      if (failures.length > 0) notify.error(`${failures.length} of ${approved.length} slideshows were not approved. See their cards.`)
      else notify.ok(approved.length === 1 ? 'Approved' : `${approved.length} slideshows approved`)
    })
  if (error) return <Notice kind="bad">{errorText(error)}</Notice>
  if (isLoading) return <Skeleton height={320} />
  const selectedSlots = slots.filter(({ id, state }) => selected.has(id) && state === 'planned')
  const isAnyPlanned = slots.some(({ state }) => state === 'planned')
  return (
    <>
      <PlanHead
        plan={plan}
        busy={isBusy}
        onBrief={() => setOpened({ kind: 'brief' })}
        onStart={() => void run(() => api.contentPlan.start({ companyId }))}
        onPause={() => void run(() => api.contentPlan.pause({ companyId }))}
      />
      {slots.length === 0 && <NoPosts hasPlan={plan !== null} onBrief={() => setOpened({ kind: 'brief' })} />}
      {isAnyPlanned && (
        <div className={styles.tools}>
          <Button size="small" onClick={() => setSelected(new Set(slots.flatMap(({ id, state }) => (state === 'planned' ? [id] : []))))}>
            Select all
          </Button>
          <Button size="small" variant="ghost" icon={<Keyboard />} className={styles.shortcuts} onClick={actions.help}>
            Keyboard shortcuts
          </Button>
        </div>
      )}
      <ul className={styles.board} aria-label="Planned posts">
        {slots.map((slot) => (
          <SlotCard
            key={slot.id}
            slot={slot}
            zone={zone}
            isSelected={selected.has(slot.id)}
            problem={problems.get(slot.id) ?? null}
            actions={actions}
          />
        ))}
      </ul>
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
      {selectedSlots.length > 0 && (
        <SelectedBar
          count={selectedSlots.length}
          onApprove={() => void openApproval(selectedSlots)}
          onSkip={() => void run(() => api.contentPlan.skip({ ids: selectedSlots.map(({ id }) => id) }), 'Skipped')}
          onClear={() => setSelected(new Set())}
        />
      )}
      {opened?.kind === 'brief' && (
        <BriefDialog
          companyId={companyId}
          plan={plan}
          accounts={accounts}
          PostingTimes={PostingTimes}
          onSaved={() => void refresh()}
          onClose={close}
        />
      )}
      {opened?.kind === 'keys' && <KeysDialog onClose={close} />}
      {opened?.kind === 'edit' && <SlotDialog slot={opened.slot} field={opened.field} onSaved={() => void refresh()} onClose={close} />}
      {opened?.kind === 'approve' && (
        <ApproveDialog
          accounts={accountsOf(opened.slots, accounts)}
          count={opened.slots.length}
          slides={opened.slots[0]?.slides ?? []}
          allSlides={opened.slots.flatMap(({ slides }) => slides)}
          posts={opened.slots[0]?.posts ?? []}
          busy={isBusy}
          onApprove={(options) => void approve(opened.slots, options)}
          onClose={close}
        />
      )}
    </>
  )
}

function NoPosts({ hasPlan, onBrief }: { hasPlan: boolean; onBrief(): void }) {
  return (
    <EmptyState
      title={hasPlan ? 'No posts planned' : 'Plan a month in ten minutes'}
      ghost="days"
      action={
        <Button variant={hasPlan ? 'secondary' : 'primary'} onClick={onBrief}>
          {hasPlan ? 'Edit brief' : 'Write a brief'}
        </Button>
      }
    >
      Write a brief once. We plan posts at your weekly times, and you approve them.
    </EmptyState>
  )
}

function accountsOf(slots: readonly PlanSlot[], accounts: readonly ConnectedAccount[]): ConnectedAccount[] {
  const posts = slots.flatMap((slot) => slot.posts).filter(({ isApproved }) => !isApproved)
  return accounts.filter((account) =>
    posts.some(({ platform, accountId }) => platform === account.platform && accountId === account.accountId),
  )
}
