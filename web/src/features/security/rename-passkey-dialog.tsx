import { PASSKEY_NAME_MAX, type Passkey } from '@ninesixteen/shared/api/security'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { Dialog } from '../../components/dialog.tsx'
import { DialogSubmit, DiscardGuard } from '../../components/discard-guard.tsx'
import { TextField } from '../../components/field.tsx'
import styles from './security.module.css'
import { useRefreshSecurity } from './use-refresh-security.ts'

export function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const [name, setName] = useState(passkey.name)
  const refresh = useRefreshSecurity()
  const typed = name.trim()
  const save = useMutation({
    mutationFn: () => api.security.renamePasskey({ id: passkey.id, name: typed }),
    onSuccess: () => {
      onClose()
      void refresh()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (typed !== '') save.mutate()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Rename passkey"
      size="small"
      footer={<DialogSubmit form="rename-passkey" busy={save.isPending} disabled={typed === ''} label="Save" busyLabel="Saving..." />}
    >
      <form id="rename-passkey" className={styles.form} onSubmit={submit}>
        <DiscardGuard isDirty={typed !== passkey.name} title="Discard this name?" />
        <TextField
          label="Name"
          autoComplete="off"
          maxLength={PASSKEY_NAME_MAX}
          value={name}
          error={save.isError ? errorText(save.error) : null}
          onChange={(event) => setName(event.target.value)}
        />
      </form>
    </Dialog>
  )
}
