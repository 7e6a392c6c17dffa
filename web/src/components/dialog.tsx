import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { DialogCancel } from './discard-guard.tsx'
import { lazyDialog } from './load-part.tsx'
import type { DialogProps } from './dialog-props.ts'

/** A modal dialog; a sheet at the bottom edge on phones. */
export const Dialog = lazyDialog<DialogProps>(async () => (await import('./dialog-popup.tsx')).DialogPopup)

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
          <DialogCancel />
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {busy && busyLabel ? busyLabel : confirmLabel}
          </Button>
        </>
      }
    />
  )
}
