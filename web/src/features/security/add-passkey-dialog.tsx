import { PASSKEY_NAME_MAX } from '@ninesixteen/shared/api/security'
import { useState } from 'react'
import { addPasskey } from '../../api/passkeys.ts'
import { TextField } from '../../components/field.tsx'
import { notify } from '../../components/toast.tsx'
import { PasswordDialog } from './password-dialog.tsx'

const STANDARD_NAME = 'This device'

/** Asks for a name and the password, then lets the browser create the passkey. */
export function AddPasskeyDialog({ onClose }: { onClose(): void }) {
  const [name, setName] = useState(STANDARD_NAME)
  return (
    <PasswordDialog
      id="add-passkey"
      title="Add a passkey"
      description="Your browser then asks where to save it: on this device, on a phone, or in a password manager."
      action={{ label: 'Continue', busy: 'Waiting...', variant: 'primary' }}
      send={(password) => addPasskey(name.trim() || STANDARD_NAME, password)}
      onDone={(isMade) => {
        if (isMade) notify.ok('Passkey added')
        return isMade
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
