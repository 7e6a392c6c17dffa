import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { classNames } from './class-names.ts'
import { DialogBody } from './dialog-body.tsx'
import { DialogClosingContext } from './dialog-closing.ts'
import type { DialogProps } from './dialog-props.ts'
import { PopupContainerContext } from './popup-container.ts'
import styles from './dialog.module.css'

/** What is typed into; a keyboard on the screen comes up for it. */
const FIELD = ':is(input:not([type]), input:is([type=text], [type=email], [type=password]), textarea):not([hidden], [disabled], [readonly])'

/** The dialog itself; `dialog.tsx` loads it when it is first opened. */
export function DialogPopup(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, size = 'medium', initialFocus, closeOnOutsideClick = true } = props
  const [popup, setPopup] = useState<HTMLElement | null>(null)
  const frame = useRef<HTMLElement>(null)
  const keepPopup = useCallback((element: HTMLElement | null) => {
    frame.current = element
    setPopup(element)
  }, [])
  const guard = useRef<(() => void) | null>(null)
  const setGuard = useCallback((ask: (() => void) | null) => void (guard.current = ask), [])
  const closing = useMemo(() => {
    const closeNow = () => onOpenChange(false)
    return { setGuard, closeNow, close: () => (guard.current ?? closeNow)() }
  }, [onOpenChange, setGuard])
  const firstField = () => frame.current?.querySelector<HTMLElement>(FIELD) ?? true
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => (next ? onOpenChange(true) : closing.close())}
      disablePointerDismissal={!closeOnOutsideClick}
    >
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={keepPopup}
            className={classNames(styles.popup, styles[size])}
            initialFocus={initialFocus === 'field' ? firstField : initialFocus}
          >
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
              <DialogClosingContext value={closing}>
                {children && <DialogBody>{children}</DialogBody>}
                {footer && <footer className={styles.footer}>{footer}</footer>}
              </DialogClosingContext>
            </PopupContainerContext>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
