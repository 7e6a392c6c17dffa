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
  const [asked, setAsked] = useState<Change | null>(null)
  const change = useMutation({
    mutationFn: (what: Change) => (what === 'renew' ? api.calendarLink.renew() : api.calendarLink.remove()),
    onSuccess: (now) => client.setQueryData(orpc.calendarLink.get.queryKey(), now),
    onSettled: () => setAsked(null),
  })
  const isMade = link.data?.madeAt !== null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Calendar link"
      description="Shows your posts in Google Calendar, Apple Calendar, Outlook and others. Some calendars update only a few times a day."
      footer={
        link.data && isMade ? (
          <>
            <Button variant="danger" icon={<Trash2 />} onClick={() => setAsked('remove')}>
              Remove
            </Button>
            <Button icon={<RefreshCw />} onClick={() => setAsked('renew')}>
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
        {link.data && (isMade ? <Made link={link.data} /> : <NotMade busy={change.isPending} onMake={() => change.mutate('renew')} />)}
      </div>
      <Questions asked={asked} busy={change.isPending} onAnswer={(yes) => (yes && asked ? change.mutate(asked) : setAsked(null))} />
    </Dialog>
  )
}

function NotMade({ busy, onMake }: { busy: boolean; onMake(): void }) {
  return (
    <>
      <p className={styles.words}>
        Anyone with the link can see when and where you post, without signing in. You can renew or remove it at any time.
      </p>
      <Button variant="primary" busy={busy} onClick={onMake}>
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

function Made({ link: { url } }: { link: CalendarLink }) {
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

interface QuestionsProps {
  asked: Change | null
  busy: boolean
  onAnswer(yes: boolean): void
}

function Questions({ asked, busy, onAnswer }: QuestionsProps) {
  return (
    <>
      <ConfirmDialog
        open={asked === 'renew'}
        onOpenChange={() => onAnswer(false)}
        title="Renew the link?"
        confirmLabel="Renew"
        busyLabel="Renewing..."
        busy={busy}
        onConfirm={() => onAnswer(true)}
      >
        The current link stops working. Calendars that use it stop updating until you add the new one.
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'remove'}
        onOpenChange={() => onAnswer(false)}
        title="Remove the link?"
        confirmLabel="Remove"
        busyLabel="Removing..."
        busy={busy}
        onConfirm={() => onAnswer(true)}
      >
        Calendars that use it can no longer read your posts.
      </ConfirmDialog>
    </>
  )
}
