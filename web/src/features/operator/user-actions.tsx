import type { ListedUser } from '@ninesixteen/shared/api/operator'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Lock, LockOpen, LogOut, Sparkles, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { useSignedIn } from '../../app/session.ts'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../components/menu.tsx'
import { notify } from '../../components/toast.tsx'
import { DeleteUser } from './delete-user.tsx'
import styles from './operator.module.css'

type Action = 'lock' | 'unlock' | 'endSessions' | 'grantPlan' | 'revokePlan'

const DONE_TEXTS: Record<Action, string> = {
  lock: 'Locked and signed out',
  unlock: 'Unlocked',
  endSessions: 'Signed out everywhere',
  grantPlan: 'Has the Pro plan now',
  revokePlan: 'No longer has the Pro plan',
}

function perform(action: Action, id: string): Promise<ListedUser> {
  if (action === 'grantPlan' || action === 'revokePlan') return api.operator.grantPlan({ id, isGranted: action === 'grantPlan' })
  return api.operator[action]({ id })
}

/** The operator's actions on an account. Locking and deleting need confirmation. */
export function UserActions({ user }: { user: ListedUser }) {
  const me = useSignedIn()
  const client = useQueryClient()
  const [confirming, setConfirming] = useState<'lock' | 'delete' | null>(null)
  const close = () => setConfirming(null)
  const change = useMutation({
    mutationFn: (action: Action) => perform(action, user.id),
    onSuccess: (_, action) => notify.ok(DONE_TEXTS[action], user.email),
    onError: (error) => notify.error('That did not work', errorText(error)),
    onSettled: async () => {
      close()
      await client.invalidateQueries({ queryKey: orpc.operator.key() })
    },
  })
  const isSelf = user.id === me.id
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button type="button" className={styles.actions} aria-label={`Actions for ${user.email}`}>
            <Ellipsis aria-hidden="true" />
          </button>
        }
      >
        {user.plan === 'none' && (
          <MenuItem icon={<Sparkles />} onSelect={() => change.mutate('grantPlan')}>
            Grant the Pro plan
          </MenuItem>
        )}
        {user.plan === 'granted' && (
          <MenuItem icon={<Sparkles />} onSelect={() => change.mutate('revokePlan')}>
            Revoke the Pro plan
          </MenuItem>
        )}
        <MenuItem icon={<LogOut />} disabled={user.sessions === 0} onSelect={() => change.mutate('endSessions')}>
          {user.sessions === 1 ? 'End 1 session' : `End ${user.sessions} sessions`}
        </MenuItem>
        {user.lockedAt ? (
          <MenuItem icon={<LockOpen />} onSelect={() => change.mutate('unlock')}>
            Unlock
          </MenuItem>
        ) : (
          <MenuItem icon={<Lock />} disabled={isSelf} onSelect={() => setConfirming('lock')}>
            Lock
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger disabled={isSelf || user.isOperator} onSelect={() => setConfirming('delete')}>
          Delete account
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={confirming === 'lock'}
        onOpenChange={close}
        title="Lock account"
        confirmLabel="Lock"
        busyLabel="Locking..."
        busy={change.isPending}
        onConfirm={() => change.mutate('lock')}
      >
        {user.email} is signed out at once and cannot sign in until you unlock the account. Waiting posts are held until then, and missed if
        their time has passed.
      </ConfirmDialog>
      <DeleteUser user={user} open={confirming === 'delete'} onClose={close} />
    </>
  )
}
