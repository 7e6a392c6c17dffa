import { lazy, Suspense, type ReactNode, type RefObject } from 'react'
import { Button } from './button.tsx'
import { loadPart } from './load-part.ts'
import { useWanted } from './use-wanted.ts'

const load = () => loadPart(() => import('./dialog-popup.tsx'))
const DialogPopup = lazy(async () => ({ default: (await load()).DialogPopup }))

/** Loads what a dialog is made of, when one is likely to be wanted at once. */
export function preloadDialog(): void {
  void load()
}

export interface DialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** Element focused on opening; by default the first that can be. */
  initialFocus?: RefObject<HTMLElement | null>
  /** False keeps it open on a click outside: for forms with work in them. */
  closeOnOutsideClick?: boolean
}

/** A modal dialog; on a phone it comes up from the bottom edge. */
export function Dialog(props: DialogProps) {
  const wanted = useWanted(props.open)
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
