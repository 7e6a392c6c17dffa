import { lazy, type ReactNode, Suspense } from 'react'
import { Button } from './button.tsx'
import { loadPart, useWasOpened } from './load-part.tsx'
import type { DialogProps } from './dialog-popup.tsx'

const load = () => loadPart(() => import('./dialog-popup.tsx'))
const DialogPopup = lazy(async () => ({ default: (await load()).DialogPopup }))

/** Loads the dialog's code before one is likely to open. */
export function preloadDialog(): void {
  void load()
}

/** A modal dialog; a sheet at the bottom edge on phones. */
export function Dialog(props: DialogProps) {
  const wasOpened = useWasOpened(props.open)
  return (
    wasOpened && (
      <Suspense>
        <DialogPopup {...props} />
      </Suspense>
    )
  )
}

export interface ConfirmDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  children: ReactNode
  confirmLabel: string
  busyLabel?: string
  busy?: boolean
  danger?: boolean
  onConfirm(): void
}

/** Asks before an action that cannot be undone. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, confirmLabel, busyLabel, busy = false, danger = true, onConfirm } = props
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={children}
      size="small"
      footer={
        <>
          <Button variant="ghost" onClick={() => onOpenChange(false)}>
            Cancel
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {busy && busyLabel ? busyLabel : confirmLabel}
          </Button>
        </>
      }
    />
  )
}
