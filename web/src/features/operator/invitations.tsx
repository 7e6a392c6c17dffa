import type { Invitation } from '@ninesixteen/shared/api/operator'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Send } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { notify } from '../../components/toast.tsx'
import { ago, onDay } from './amounts.ts'
import styles from './operator.module.css'

/** Invites users by email address. */
export function Invitations() {
  const list = useQuery(orpc.operator.invitations.queryOptions({ staleTime: 0 }))
  const invitations = list.data ?? []
  return (
    <Panel title="Invitations" id="operator-invitations-heading">
      <SignUpState />
      <InviteForm />
      {list.isPending && <Skeleton height={140} radius="12px" />}
      {list.isError && <Notice kind="bad">{errorText(list.error)}</Notice>}
      {list.isSuccess && invitations.length === 0 && (
        <EmptyState level={3} ghost="none" title="No invitations yet">
          An invitation is for one address and works for seven days.
        </EmptyState>
      )}
      {invitations.length > 0 && (
        <ul className={styles.list} aria-label="Invitations">
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const SIGN_UP_TEXTS = {
  open: 'Sign-up is open: anyone can create an account, invited or not.',
  invited: 'Only invited people can create an account.',
  closed: 'Sign-up is closed: invitations work again once it opens.',
}

function SignUpState() {
  const settings = useQuery(orpc.operator.settings.queryOptions())
  return <p className={styles.lead}>{settings.data && SIGN_UP_TEXTS[settings.data.now.signUp]}</p>
}

function InviteForm() {
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const invite = useMutation({
    mutationFn: () => api.operator.invite({ email: email.trim() }),
    onSuccess: (created) => {
      setEmail('')
      notify.ok(created.mail === null ? 'Invitation created. Share its link' : 'Invitation on its way', created.email)
    },
    onSettled: () => client.invalidateQueries({ queryKey: orpc.operator.key() }),
  })
  return (
    <form
      className={styles.inviteForm}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (email.trim() !== '') invite.mutate()
      }}
    >
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        placeholder="name@example.com"
        value={email}
        error={invite.isError ? errorText(invite.error) : null}
        onChange={(event) => setEmail(event.target.value)}
      />
      <Button type="submit" variant="primary" icon={<Send aria-hidden="true" />} busy={invite.isPending} disabled={email.trim() === ''}>
        {invite.isPending ? 'Inviting...' : 'Invite'}
      </Button>
    </form>
  )
}

const STATES: Record<Invitation['state'], string> = { waiting: 'Waiting', used: 'Joined', revoked: 'Revoked', expired: 'Expired' }
const MAILS: Record<NonNullable<Invitation['mail']>, string> = {
  waiting: 'mail on its way',
  sent: 'mail sent',
  refused: 'the mail was refused',
  unknown: 'unknown whether the mail arrived',
}

function InvitationRow({ invitation }: { invitation: Invitation }) {
  const client = useQueryClient()
  const { email, state, mail, createdAt, expiresAt, link } = invitation
  const revoke = useMutation({
    mutationFn: () => api.operator.revokeInvitation({ id: invitation.id }),
    onSuccess: () => notify.ok('Invitation revoked', email),
    onError: (error) => notify.error('The invitation was not revoked', errorText(error)),
    onSettled: () => client.invalidateQueries({ queryKey: orpc.operator.key() }),
  })
  const facts = [STATES[state], mail && MAILS[mail], `sent ${ago(createdAt)}`, state === 'waiting' && `good until ${onDay(expiresAt)}`]
  return (
    <li className={styles.item} data-quiet={state !== 'waiting' || undefined}>
      <div className={styles.words}>
        <h3 className={styles.email}>{email}</h3>
        <p className={styles.facts}>{facts.filter(Boolean).join(' · ')}</p>
      </div>
      <div className={styles.itemActions}>
        {link !== null && <CopyLink link={link} email={email} />}
        {state === 'waiting' && (
          <Button size="small" busy={revoke.isPending} aria-label={`Revoke the invitation of ${email}`} onClick={() => revoke.mutate()}>
            Revoke
          </Button>
        )}
      </div>
    </li>
  )
}

/** Browsers copy only under https and on localhost; elsewhere the link is shown for the operator to copy. */
function CopyLink({ link, email }: { link: string; email: string }) {
  const [isShown, setShown] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(link)
      notify.ok('Link copied', email)
    } catch {
      // The clipboard is blocked or missing.
      setShown(true)
    }
  }
  if (isShown)
    return (
      <TextField
        label={`Link of the invitation of ${email}`}
        hideLabel
        readOnly
        spellCheck={false}
        value={link}
        onFocus={(event) => event.currentTarget.select()}
      />
    )
  return (
    <Button size="small" icon={<Copy aria-hidden="true" />} aria-label={`Copy link for ${email}`} onClick={() => void copy()}>
      Copy link
    </Button>
  )
}
