import { lazy, Suspense, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { loadPart } from './load-part.ts'
import { useWasOpened } from './use-was-opened.ts'
import type { DialogProps } from './dialog-props.ts'

const load = () => loadPart(() => import('./dialog-popup.tsx'))
const DialogPopup = lazy(async () => ({ default: (await load()).DialogPopup }))

/** Loads what a dialog is made of, when one is likely to be wanted at once. */
export function preloadDialog(): void {
  void load()
}

/** A modal dialog; on a phone it comes up from the bottom edge. */
export function Dialog(props: DialogProps) {
  const wanted = useWasOpened(props.open)
  return (
    wanted && (
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
  /** The question. */
  children: ReactNode
  confirmLabel: string
  busyLabel?: string
  busy?: boolean
  danger?: boolean
  onConfirm(): void
}

/** Asks once before something that cannot be taken back. */
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
