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

type Deed = 'lock' | 'unlock' | 'endSessions' | 'grantPlan' | 'revokePlan'

const SAID: Record<Deed, string> = {
  lock: 'Locked and signed out',
  unlock: 'Unlocked',
  endSessions: 'Signed out everywhere',
  grantPlan: 'Has the Pro plan now',
  revokePlan: 'No longer has the Pro plan',
}

function does(deed: Deed, id: string): Promise<ListedUser> {
  if (deed === 'grantPlan' || deed === 'revokePlan') return api.operator.grantPlan({ id, isGranted: deed === 'grantPlan' })
  return api.operator[deed]({ id })
}

/** What an operator does with an account. What shuts somebody out is asked once more. */
export function UserActions({ person }: { person: ListedUser }) {
  const me = useSignedIn()
  const client = useQueryClient()
  const [asking, setAsking] = useState<'lock' | 'delete' | null>(null)
  const close = () => setAsking(null)
  const deed = useMutation({
    mutationFn: (what: Deed) => does(what, person.id),
    onSuccess: (_, what) => notify.ok(SAID[what], person.email),
    onError: (cause) => notify.error('That did not work', errorText(cause)),
    onSettled: async () => {
      close()
      await client.invalidateQueries({ queryKey: orpc.operator.key() })
    },
  })
  const isSelf = person.id === me.id
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button type="button" className={styles.actions} aria-label={`Actions for ${person.email}`}>
            <Ellipsis aria-hidden="true" />
          </button>
        }
      >
        {person.plan === 'none' && (
          <MenuItem icon={<Sparkles />} onSelect={() => deed.mutate('grantPlan')}>
            Grant the Pro plan
          </MenuItem>
        )}
        {person.plan === 'granted' && (
          <MenuItem icon={<Sparkles />} onSelect={() => deed.mutate('revokePlan')}>
            Revoke the Pro plan
          </MenuItem>
        )}
        <MenuItem icon={<LogOut />} disabled={person.sessions === 0} onSelect={() => deed.mutate('endSessions')}>
          {person.sessions === 1 ? 'End 1 session' : `End ${person.sessions} sessions`}
        </MenuItem>
        {person.lockedAt ? (
          <MenuItem icon={<LockOpen />} onSelect={() => deed.mutate('unlock')}>
            Unlock
          </MenuItem>
        ) : (
          <MenuItem icon={<Lock />} disabled={isSelf} onSelect={() => setAsking('lock')}>
            Lock
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={<Trash2 />} danger disabled={isSelf || person.isOperator} onSelect={() => setAsking('delete')}>
          Delete account
        </MenuItem>
      </Menu>
      <ConfirmDialog
        open={asking === 'lock'}
        onOpenChange={close}
        title="Lock account"
        confirmLabel="Lock"
        busyLabel="Locking..."
        busy={deed.isPending}
        onConfirm={() => deed.mutate('lock')}
      >
        {person.email} is signed out at once and cannot sign in until you unlock the account. Nothing is deleted. Posts that wait are held,
        and go out after unlocking unless their time is over by then.
      </ConfirmDialog>
      <DeleteUser person={person} open={asking === 'delete'} onClose={close} />
    </>
  )
}
