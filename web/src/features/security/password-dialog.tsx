import { useState, type ReactNode } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { DialogSubmit } from '../../components/discard-guard.tsx'
import { PasswordForm } from './password-form.tsx'
import { useRefreshSecurity } from './use-refresh-security.ts'

interface PasswordDialogProps<T> {
  /** Id of the form, for the button outside of it. */
  id: string
  title: string
  description: string
  action: { label: string; busy: string; variant: 'primary' | 'danger' }
  send(password: string): Promise<T>
  /** Resolves to true if the dialog may close. */
  onDone(result: T): boolean
  onClose(): void
  /** Fields before the password. */
  children?: ReactNode
}

/** A change to sign-in that needs the password. A click outside does not discard the input. */
export function PasswordDialog<T>({ id, title, description, action, send, onDone, onClose, children }: PasswordDialogProps<T>) {
  const [busy, setBusy] = useState(false)
  const refresh = useRefreshSecurity()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      closeOnOutsideClick={false}
      title={title}
      description={description}
      size="small"
      footer={<DialogSubmit form={id} busy={busy} label={action.label} busyLabel={action.busy} variant={action.variant} />}
    >
      <PasswordForm
        id={id}
        send={send}
        onBusy={setBusy}
        onDone={(result) => {
          if (!onDone(result)) return
          onClose()
          void refresh()
        }}
      >
        {children}
      </PasswordForm>
    </Dialog>
  )
}
