import { Drawer as Base } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useGuardedClosing } from './guarded-closing.tsx'
import { DialogClosingContext, PopupContainerContext } from './popup-context.ts'
import styles from './drawer.module.css'

export interface DrawerProps {
  open: boolean
  onOpenChange(open: boolean): void
  title: string
  children: ReactNode
}

/** Loaded by `drawer.tsx` when the first drawer opens. */
export function DrawerPopup({ open, onOpenChange, title, children }: DrawerProps) {
  const [popup, setPopup] = useState<HTMLElement | null>(null)
  const { closing, question } = useGuardedClosing(popup, () => onOpenChange(false))
  return (
    <Base.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : closing.close())} swipeDirection="right">
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup ref={setPopup} className={styles.popup}>
            <header className={styles.head}>
              <Base.Title className={styles.title}>{title}</Base.Title>
              <Base.Close className={styles.close} aria-label="Close">
                <X aria-hidden="true" />
              </Base.Close>
            </header>
            <Base.Content className={styles.content}>
              <PopupContainerContext value={popup}>
                <DialogClosingContext value={closing}>
                  {children}
                  {question}
                </DialogClosingContext>
              </PopupContainerContext>
            </Base.Content>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
