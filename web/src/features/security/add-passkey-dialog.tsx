import { PASSKEY_NAME_MAX } from '@ninesixteen/shared/api/security'
import { useState } from 'react'
import { addPasskey } from '../../api/passkeys.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { TextField } from '../../components/field.tsx'
import { notify } from '../../components/toast.tsx'
import { PasswordForm } from './password-form.tsx'
import { useRefreshSecurity } from './use-refresh-security.ts'

const STANDARD_NAME = 'This device'

/** A new passkey: its name, the password, and then whatever the browser asks for. */
export function AddPasskeyDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState(STANDARD_NAME)
  const [busy, setBusy] = useState(false)
  const refresh = useRefreshSecurity()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeOnOutsideClick={false}
      title="Add a passkey"
      description="Your browser then asks where to keep it: on this device, on a phone, or in a password manager."
      size="small"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" type="submit" form="add-passkey" busy={busy}>
            {busy ? 'Waiting...' : 'Continue'}
          </Button>
        </>
      }
    >
      <PasswordForm
        id="add-passkey"
        send={(password) => addPasskey(name.trim() || STANDARD_NAME, password)}
        onBusy={setBusy}
        onDone={(isMade) => {
          if (!isMade) return
          notify.ok('Passkey added')
          onClose()
          void refresh()
        }}
      >
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          hint="Tells your passkeys apart in this list."
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </PasswordForm>
    </Dialog>
  )
}
