import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useState } from 'react'
import { classNames } from './class-names.ts'
import type { DialogProps } from './dialog-props.ts'
import { PopupContainerContext } from './popup-container.ts'
import styles from './dialog.module.css'

/** The dialog itself; `dialog.tsx` loads it when it is first opened. */
export function DialogPopup(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, size = 'medium', initialFocus, closeOnOutsideClick = true } = props
  const [popup, setPopup] = useState<HTMLElement | null>(null)
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)} disablePointerDismissal={!closeOnOutsideClick}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup ref={setPopup} className={classNames(styles.popup, styles[size])} initialFocus={initialFocus}>
            <header className={styles.head}>
              <div className={styles.words}>
                <Base.Title className={styles.title}>{title}</Base.Title>
                {description && <Base.Description className={styles.description}>{description}</Base.Description>}
              </div>
              <Base.Close className={styles.close} aria-label="Close">
                <X aria-hidden="true" />
              </Base.Close>
            </header>
            <PopupContainerContext value={popup}>
              {children && <div className={styles.body}>{children}</div>}
              {footer && <footer className={styles.footer}>{footer}</footer>}
            </PopupContainerContext>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
