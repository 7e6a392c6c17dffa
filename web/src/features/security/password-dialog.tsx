import { useState, type ReactNode } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
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
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant={action.variant} type="submit" form={id} busy={busy}>
            {busy ? action.busy : action.label}
          </Button>
        </>
      }
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
