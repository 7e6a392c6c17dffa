import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { classNames } from './class-names.ts'
import type { DialogProps } from './dialog-props.ts'
import { useGuardedClosing } from './guarded-closing.tsx'
import { DialogClosingContext, PopupContainerContext } from './popup-context.ts'
import styles from './dialog.module.css'

/** Text inputs, for which a phone shows its keyboard. */
const FIELD = ':is(input:not([type]), input:is([type=text], [type=email], [type=password]), textarea):not([hidden], [disabled], [readonly])'

const STOP = ':is(a[href], button, input, select, textarea):not([disabled]), [tabindex="0"]'

/** Becomes a tab stop when it overflows and holds no other, so that the keyboard can scroll it. */
function DialogBody({ children }: { children: ReactNode }) {
  const body = useRef<HTMLDivElement>(null)
  const [isStop, setIsStop] = useState(false)
  useEffect(() => {
    const element = body.current
    if (!element) return
    const sizes = new ResizeObserver(() => setIsStop(element.scrollHeight > element.clientHeight && element.querySelector(STOP) === null))
    for (const one of [element, ...element.children]) sizes.observe(one)
    return () => sizes.disconnect()
  }, [children])
  return (
    <div ref={body} className={styles.body} tabIndex={isStop ? 0 : undefined}>
      {children}
    </div>
  )
}

/** Loaded by `dialog.tsx` when the first dialog opens. */
export function DialogPopup(props: DialogProps) {
  const { open, onOpenChange, title, description, children, footer, size = 'medium', initialFocus, closeOnOutsideClick = true } = props
  const [popup, setPopup] = useState<HTMLElement | null>(null)
  const frame = useRef<HTMLElement>(null)
  const keepPopup = useCallback((element: HTMLElement | null) => {
    frame.current = element
    setPopup(element)
  }, [])
  const { closing, question } = useGuardedClosing(popup, () => onOpenChange(false))
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
                {question}
              </DialogClosingContext>
            </PopupContainerContext>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}
