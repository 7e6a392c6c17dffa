import { useEffect } from 'react'
import { Button } from './button.tsx'
import { type DiscardQuestion, useDialogClosing } from './popup-context.ts'

/** Inside a dialog: says what counts as unsaved, where the typed text alone doesn't. */
export function DiscardGuard(question: DiscardQuestion) {
  const { setGuard } = useDialogClosing()
  useEffect(() => {
    setGuard(question)
    return () => setGuard(null)
  })
  return null
}

/** Cancel button of a dialog; asks before it discards typed text. */
export function DialogCancel() {
  const { close } = useDialogClosing()
  return (
    <Button variant="ghost" onClick={close}>
      Cancel
    </Button>
  )
}

export interface DialogSubmitProps {
  /** Id of the form in the dialog. */
  form: string
  label: string
  busyLabel: string
  busy: boolean
  disabled?: boolean
  variant?: 'primary' | 'danger'
}

/** The footer of a dialog with a form: Cancel and the form's button. */
export function DialogSubmit({ label, busyLabel, variant = 'primary', ...button }: DialogSubmitProps) {
  return (
    <>
      <DialogCancel />
      <Button variant={variant} type="submit" {...button}>
        {button.busy ? busyLabel : label}
      </Button>
    </>
  )
}
