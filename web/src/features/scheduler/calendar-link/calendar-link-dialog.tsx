import type { CalendarLink } from '@ninesixteen/shared/api/calendar-link'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { api, orpc } from '../../../api/client.ts'
import { Button } from '../../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../../components/dialog.tsx'
import { TextField } from '../../../components/field.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { notify } from '../../../components/toast.tsx'
import styles from './calendar-link.module.css'

export interface CalendarLinkDialogProps {
  onClose(): void
}

type Change = 'renew' | 'remove'

/** A link with which other calendar programs subscribe to the posts. */
export function CalendarLinkDialog({ onClose }: CalendarLinkDialogProps) {
  const client = useQueryClient()
  const link = useQuery(orpc.calendarLink.get.queryOptions({ staleTime: 0 }))
  const [confirming, setConfirming] = useState<Change | null>(null)
  const change = useMutation({
    mutationFn: (what: Change) => (what === 'renew' ? api.calendarLink.renew() : api.calendarLink.remove()),
    onSuccess: (updated) => client.setQueryData(orpc.calendarLink.get.queryKey(), updated),
    onSettled: () => setConfirming(null),
  })
  const hasLink = link.data?.madeAt !== null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Calendar link"
      description="Shows your posts in Google Calendar, Apple Calendar, Outlook and others. Some calendars update only a few times a day."
      footer={
        link.data && hasLink ? (
          <>
            <Button variant="danger" icon={<Trash2 />} onClick={() => setConfirming('remove')}>
              Remove
            </Button>
            <Button icon={<RefreshCw />} onClick={() => setConfirming('renew')}>
              Renew
            </Button>
          </>
        ) : undefined
      }
    >
      <div className={styles.body}>
        {link.isError && <Notice kind="bad">{errorText(link.error)}</Notice>}
        {change.isError && <Notice kind="bad">{errorText(change.error)}</Notice>}
        {link.isPending && <Skeleton height={64} />}
        {link.data &&
          (hasLink ? <ExistingLink link={link.data} /> : <CreateLink busy={change.isPending} onCreate={() => change.mutate('renew')} />)}
      </div>
      <Confirmations
        change={confirming}
        busy={change.isPending}
        onClose={(yes) => (yes && confirming ? change.mutate(confirming) : setConfirming(null))}
      />
    </Dialog>
  )
}

function CreateLink({ busy, onCreate }: { busy: boolean; onCreate(): void }) {
  return (
    <>
      <p className={styles.words}>
        Anyone with the link can see when and where you post, without signing in. You can renew or remove it at any time.
      </p>
      <Button variant="primary" busy={busy} onClick={onCreate}>
        {busy ? 'Creating...' : 'Create link'}
      </Button>
    </>
  )
}

async function copy(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    notify.ok('Link copied')
  } catch (cause) {
    // Without clipboard permission, the user can still select the link.
    notify.error('We couldn’t copy the link. Select it and copy it yourself.', cause instanceof Error ? cause.message : undefined)
  }
}

function ExistingLink({ link: { url } }: { link: CalendarLink }) {
  if (url === null)
    return <Notice kind="warn">This link still works, but we can’t show it anymore. Renew it to get one you can copy.</Notice>
  return (
    <>
      <TextField label="Secret link" value={url} readOnly spellCheck={false} onFocus={(event) => event.currentTarget.select()} />
      <div className={styles.actions}>
        <Button variant="primary" icon={<Copy />} onClick={() => void copy(url)}>
          Copy link
        </Button>
        <a className={styles.open} href={url.replace(/^https?:/, 'webcal:')}>
          Open in your calendar
        </a>
      </div>
      <p className={styles.words}>
        In your calendar, choose &ldquo;Add calendar from URL&rdquo; or &ldquo;Subscribe&rdquo; and paste it. Keep it private: anyone with
        the link can see when and where you post.
      </p>
    </>
  )
}

interface ConfirmationsProps {
  change: Change | null
  busy: boolean
  onClose(yes: boolean): void
}

function Confirmations({ change, busy, onClose }: ConfirmationsProps) {
  return (
    <>
      <ConfirmDialog
        open={change === 'renew'}
        onOpenChange={() => onClose(false)}
        title="Renew the link?"
        confirmLabel="Renew"
        busyLabel="Renewing..."
        busy={busy}
        onConfirm={() => onClose(true)}
      >
        The current link stops working. Calendars that use it stop updating until you add the new one.
      </ConfirmDialog>
      <ConfirmDialog
        open={change === 'remove'}
        onOpenChange={() => onClose(false)}
        title="Remove the link?"
        confirmLabel="Remove"
        busyLabel="Removing..."
        busy={busy}
        onConfirm={() => onClose(true)}
      >
        Calendars that use it can no longer read your posts.
      </ConfirmDialog>
    </>
  )
}
