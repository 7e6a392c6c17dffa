import { useEffect, useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { useDialogClosing } from './popup-context.ts'

export interface DiscardGuardProps {
  /** True while closing the dialog would lose something the user typed or chose. */
  isDirty: boolean
  /** Such as "Discard this post?" */
  title: string
  /** Absent where the work cannot be saved as a draft. */
  onSaveDraft?: (() => void) | undefined
}

/** Inside a dialog: Escape, the close button and Cancel ask before they discard unsaved work. */
export function DiscardGuard({ isDirty, title, onSaveDraft }: DiscardGuardProps) {
  const { setGuard, closeNow } = useDialogClosing()
  const [isAsking, setAsking] = useState(false)
  useEffect(() => {
    setGuard(isDirty ? () => setAsking(true) : null)
    return () => setGuard(null)
  }, [setGuard, isDirty])
  const respond = (then?: () => void) => () => {
    setAsking(false)
    then?.()
  }
  return (
    <Dialog
      open={isAsking}
      onOpenChange={setAsking}
      title={title}
      description="Your changes aren’t saved."
      size="small"
      footer={
        <>
          <Button variant="ghost" onClick={respond()}>
            Keep editing
          </Button>
          {onSaveDraft && <Button onClick={respond(onSaveDraft)}>Save as draft</Button>}
          <Button variant="danger" onClick={respond(closeNow)}>
            Discard
          </Button>
        </>
      }
    />
  )
}

/** Cancel button of a form in a dialog. */
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
