import type { ConnectedAccount } from '@ninesixteen/shared/api/accounts'
import { PLATFORMS } from '@ninesixteen/shared/platforms'
import { AffectedPosts } from '../../components/affected-posts.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { useDisconnect } from './use-accounts.ts'

export interface DisconnectDialogProps {
  account: ConnectedAccount
  open: boolean
  onOpenChange(open: boolean): void
}

export function DisconnectDialog({ account, open, onOpenChange }: DisconnectDialogProps) {
  const disconnect = useDisconnect(account)
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Disconnect @${account.username}`}
      confirmLabel="Disconnect"
      busyLabel="Disconnecting..."
      busy={disconnect.isPending}
      onConfirm={() => disconnect.mutate({ id: account.id }, { onSettled: () => onOpenChange(false) })}
    >
      Are you sure you want to disconnect this {PLATFORMS[account.platform].label} account?
      {open && (
        <AffectedPosts
          of={{ accountRowId: account.id }}
          becomes={[
            'It will fail unless you reconnect the account before then.',
            'They will fail unless you reconnect the account before then.',
          ]}
        />
      )}
    </ConfirmDialog>
  )
}
