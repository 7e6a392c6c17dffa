import { useEffect, useRef, useState, type ReactNode } from 'react'
import styles from './dialog.module.css'

const STOP = ':is(a[href], button, input, select, textarea):not([disabled]), [tabindex="0"]'

/** What a dialog is about. Words alone that are longer than the screen are scrolled from the keyboard: then it is a stop of its own. */
export function DialogBody({ children }: { children: ReactNode }) {
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
