import { type Passkey, PASSKEY_NAME_MAX } from '@ninesixteen/shared/api/security'
import { shownDay } from '@ninesixteen/shared/time/shown-times'
import { useMutation } from '@tanstack/react-query'
import { KeyRound, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { addPasskey, hasPasskeys } from '../../api/passkeys.ts'
import { usePublicConfig } from '../../app/public-config.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { notify } from '../../components/toast.tsx'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'
import { Entry, EntryList } from '../../components/entry-list.tsx'
import { PanelText } from '../../components/panel.tsx'
import styles from './security.module.css'
import { useRefreshSecurity } from './use-refresh-security.ts'
import { TextField } from '../../components/field.tsx'
import { PasswordDialog } from './password-dialog.tsx'

const formatDay = (time: string): string => shownDay(new Date(time))

type OpenDialog = { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey } | null

/** Lists the account's passkeys; adds, renames and removes them. */
export function PasskeysSettings({ passkeys }: { passkeys: readonly Passkey[] }) {
  const host = usePublicConfig().passkeyHost
  const [openDialog, setOpenDialog] = useState<OpenDialog>(null)
  const refresh = useRefreshSecurity()
  const remove = useMutation({
    mutationFn: (id: string) => api.security.removePasskey({ id }),
    onSuccess: () => notify.ok('Passkey removed', 'Your device may still list it, but it no longer signs you in.'),
    onError: (error) => notify.error('The passkey could not be removed', errorText(error)),
    onSettled: async () => {
      setOpenDialog(null)
      await refresh()
    },
  })
  const close = (): void => setOpenDialog(null)
  return (
    <section aria-labelledby="passkeys-heading">
      <h3 id="passkeys-heading" className={styles.heading}>
        Passkeys
      </h3>
      <PanelText>
        Sign in with the fingerprint, face or PIN that unlocks your device, without a password or code. Your password keeps working.
      </PanelText>
      {passkeys.length > 0 && (
        <EntryList>
          {passkeys.map((passkey) => (
            <Entry key={passkey.id} icon={<KeyRound aria-hidden="true" />} name={passkey.name} facts={[factsOf(passkey)]}>
              <IconButton
                label={`Rename ${passkey.name}`}
                icon={<Pencil aria-hidden="true" />}
                onClick={() => setOpenDialog({ kind: 'rename', passkey })}
              />
              <IconButton
                label={`Remove ${passkey.name}`}
                variant="danger"
                icon={<Trash2 aria-hidden="true" />}
                onClick={() => setOpenDialog({ kind: 'remove', passkey })}
              />
            </Entry>
          ))}
        </EntryList>
      )}
      {hasPasskeys(host) ? (
        <Button icon={<Plus aria-hidden="true" />} onClick={() => setOpenDialog({ kind: 'add' })}>
          Add a passkey
        </Button>
      ) : (
        <PanelText>{unavailableText(host)}</PanelText>
      )}
      {openDialog?.kind === 'add' && <AddPasskeyDialog onClose={close} />}
      {openDialog?.kind === 'rename' && <RenamePasskeyDialog passkey={openDialog.passkey} onClose={close} />}
      <ConfirmDialog
        open={openDialog?.kind === 'remove'}
        onOpenChange={close}
        title="Remove this passkey"
        confirmLabel="Remove passkey"
        busyLabel="Removing..."
        busy={remove.isPending}
        onConfirm={() => openDialog?.kind === 'remove' && remove.mutate(openDialog.passkey.id)}
      >
        Are you sure you want to remove {openDialog?.kind === 'remove' ? openDialog.passkey.name : 'it'}? It will not sign you in any more.
      </ConfirmDialog>
    </section>
  )
}

function factsOf({ isSynced, createdAt, usedAt }: Passkey): string {
  const facts = [`Added ${formatDay(createdAt)}`, usedAt ? `last used ${formatDay(usedAt)}` : 'not used yet']
  return [...facts, ...(isSynced ? ['on all your devices'] : [])].join(' · ')
}

function unavailableText(host: string): string {
  if (location.hostname !== host) return `Passkeys only work at ${host}. Open this page there to add one.`
  return 'Passkeys are not available here. They need a current browser and an address that starts with https.'
}

const DEFAULT_NAME = 'This device'

/** Asks for a name and the password, then lets the browser create the passkey. */
function AddPasskeyDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState(DEFAULT_NAME)
  return (
    <PasswordDialog
      id="add-passkey"
      title="Add a passkey"
      description="Your browser then asks where to save it: on this device, on a phone, or in a password manager."
      action={{ label: 'Continue', busy: 'Waiting...', variant: 'primary' }}
      send={(password) => addPasskey(name.trim() || DEFAULT_NAME, password)}
      onDone={(isCreated) => {
        if (isCreated) notify.ok('Passkey added')
        return isCreated
      }}
      onClose={onClose}
    >
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={PASSKEY_NAME_MAX}
        hint="So you can tell your passkeys apart."
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
    </PasswordDialog>
  )
}
