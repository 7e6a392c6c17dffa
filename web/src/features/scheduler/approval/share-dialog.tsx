import type { ApprovalLink, NewApprovalLink } from '@ninesixteen/shared/api/approvals'
import { APPROVAL_NAME_MAX, APPROVAL_PASSCODE_MAX, APPROVAL_PASSCODE_MIN } from '@ninesixteen/shared/api/limits'
import { shownDay } from '@ninesixteen/shared/time/shown-times'
import { wallOf } from '@ninesixteen/shared/time/wall-clock'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { api, orpc } from '../../../api/client.ts'
import { useCurrentCompany } from '../../../app/current-company.ts'
import { useLiveChanges } from '../../../app/live-changes.ts'
import { useTimeZone } from '../../../app/time-zone.ts'
import { Button } from '../../../components/button.tsx'
import { CopyField } from '../../../components/copy-field.tsx'
import { ConfirmDialog, Dialog } from '../../../components/dialog.tsx'
import { Entry, EntryList } from '../../../components/entry-list.tsx'
import { TextField } from '../../../components/field.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Select } from '../../../components/select.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { readAddress } from '../address.ts'
import { monthAfter, monthOf, monthText } from '../days.ts'
import { countText } from '../post-texts.ts'
import styles from './approval.module.css'

export interface ShareDialogProps {
  /** The posts to share; null shares a company's month. */
  postIds: readonly string[] | null
  onClose(): void
}

const DAYS = ['7', '14', '30', '90'] as const
const MONTHS_OFFERED = 6

/** Creates links for clients, and lists them. */
export function ShareDialog({ postIds, onClose }: ShareDialogProps) {
  const client = useQueryClient()
  const [created, setCreated] = useState<ApprovalLink | null>(null)
  const share = useMutation({
    mutationFn: (input: NewApprovalLink) => api.approvals.create(input),
    onSuccess: (link) => {
      setCreated(link)
      void client.invalidateQueries({ queryKey: orpc.approvals.links.key() })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Share for approval"
      description="Your client sees the posts exactly as they go out, and approves or asks for changes. They need no account."
    >
      <div className={styles.body}>
        {share.isError && <Notice kind="bad">{errorText(share.error)}</Notice>}
        {created?.url ? (
          <section className={styles.created} aria-label="New link">
            <p>
              Send this link to your client. It shows {countText(created.posts)} and works until {shownDay(new Date(created.expiresAt))}.
            </p>
            <CopyField name="Link" text={created.url} />
          </section>
        ) : (
          <NewLink postIds={postIds} busy={share.isPending} onCreate={(input) => share.mutate(input)} />
        )}
        <Links />
      </div>
    </Dialog>
  )
}

interface NewLinkProps {
  postIds: readonly string[] | null
  busy: boolean
  onCreate(input: NewApprovalLink): void
}

function NewLink({ postIds, busy, onCreate }: NewLinkProps) {
  const [zone] = useTimeZone()
  const { companies, current } = useCurrentCompany()
  const [address] = useState(() => readAddress(new URLSearchParams(location.search)))
  const [today] = useState(() => wallOf(new Date(), zone).slice(0, 10))
  const [month, setMonth] = useState(() => monthOf(address.day ?? today))
  const [chosenCompanyId, setChosenCompanyId] = useState<string | null>(address.filter.companyId ?? null)
  const [title, setTitle] = useState('')
  const [days, setDays] = useState<(typeof DAYS)[number]>('14')
  const [passcode, setPasscode] = useState('')
  const company = companies.find(({ id }) => id === (chosenCompanyId ?? current?.id)) ?? companies[0]
  const months = [...new Set([month, ...Array.from({ length: MONTHS_OFFERED }, (_, steps) => monthAfter(monthOf(today), steps))])]
  const submit = () => {
    const common = { days: Number(days), ...(passcode === '' ? {} : { passcode }) }
    if (postIds) return onCreate({ ...common, title, postIds: [...postIds] })
    if (company) onCreate({ ...common, title: title || monthText(month), month: { companyId: company.id, month, timeZone: zone } })
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {postIds === null && (
        <div className={styles.pair}>
          <Select
            label="Company"
            value={company?.id ?? ''}
            options={companies.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosenCompanyId}
          />
          <Select label="Month" value={month} options={months.map((value) => ({ value, label: monthText(value) }))} onChange={setMonth} />
        </div>
      )}
      <TextField
        label="Title (optional)"
        placeholder={postIds ? countText(postIds.length) : monthText(month)}
        maxLength={APPROVAL_NAME_MAX}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <div className={styles.pair}>
        <Select
          label="Works for"
          value={days}
          options={DAYS.map((value) => ({ value, label: `${value} days` }))}
          onChange={(value) => setDays(value)}
        />
        <TextField
          label="Passcode (optional)"
          autoComplete="off"
          minLength={APPROVAL_PASSCODE_MIN}
          maxLength={APPROVAL_PASSCODE_MAX}
          value={passcode}
          onChange={({ currentTarget }) => setPasscode(currentTarget.value)}
        />
      </div>
      <Button variant="primary" type="submit" busy={busy} disabled={postIds === null && !company}>
        {busy ? 'Creating...' : 'Create link'}
      </Button>
    </form>
  )
}

function Links() {
  const client = useQueryClient()
  const [revoking, setRevoking] = useState<ApprovalLink | null>(null)
  const links = useQuery(orpc.approvals.links.queryOptions({ staleTime: 0 }))
  // A client opened a link, or decided.
  useLiveChanges('posts', () => void client.invalidateQueries({ queryKey: orpc.approvals.links.key() }))
  const revoke = useMutation({
    mutationFn: (id: string) => api.approvals.revoke({ id }),
    onSettled: () => {
      setRevoking(null)
      return client.invalidateQueries({ queryKey: orpc.approvals.links.key() })
    },
  })
  if (links.isPending) return <Skeleton height={64} />
  if (links.isError) return <Notice kind="bad">{errorText(links.error)}</Notice>
  if (links.data.links.length === 0) return null
  return (
    <section className={styles.links} aria-label="Links">
      <h3>Links</h3>
      {revoke.isError && <Notice kind="bad">{errorText(revoke.error)}</Notice>}
      <EntryList>
        {links.data.links.map((link) => (
          <Entry key={link.id} icon={<Link2 aria-hidden="true" />} name={link.title} facts={factsOf(link)}>
            {link.url !== null && !link.isExpired && <CopyLink link={link} url={link.url} />}
            <Button size="small" variant="danger" aria-label={`Revoke ${link.title}`} onClick={() => setRevoking(link)}>
              Revoke
            </Button>
          </Entry>
        ))}
      </EntryList>
      <ConfirmDialog
        open={revoking !== null}
        onOpenChange={() => setRevoking(null)}
        title="Revoke this link?"
        confirmLabel="Revoke"
        busyLabel="Revoking..."
        busy={revoke.isPending}
        onConfirm={() => revoking && revoke.mutate(revoking.id)}
      >
        It stops working at once. Approvals and comments stay.
      </ConfirmDialog>
    </section>
  )
}

function CopyLink({ link, url }: { link: ApprovalLink; url: string }) {
  const [copied, setCopied] = useState<string | null>(null)
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => setCopied('Copied'),
      () => setCopied('Blocked'),
    )
  return (
    <Button size="small" aria-label={`${copied ?? 'Copy'} ${link.title}`} onClick={() => void copy()}>
      {copied ?? 'Copy'}
    </Button>
  )
}

function factsOf({ posts, approved, changesAsked, openedAt, expiresAt, isExpired, hasPasscode }: ApprovalLink): string[] {
  const state = [`${approved} of ${posts} approved`, ...(changesAsked > 0 ? [`${changesAsked} with changes asked`] : [])].join(', ')
  const until = isExpired ? 'Expired' : `Until ${shownDay(new Date(expiresAt))}`
  return [state, [until, openedAt ? 'opened' : 'not opened yet', ...(hasPasscode ? ['passcode'] : [])].join(', ')]
}
