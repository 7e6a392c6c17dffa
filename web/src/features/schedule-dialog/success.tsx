import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { paths } from '../../app/paths.ts'
import { ButtonLink } from '../../components/button.tsx'
import { orderInWords } from './form/form-footer.tsx'
import { isRepeated } from './form/post-time.ts'
import type { ScheduleValues } from './form/schedule-values.ts'
import styles from './schedule-form.module.css'

/** Milliseconds until the dialog closes. */
const CLOSES_AFTER_MS = 3000

export function Success({ values, count, onClose }: { values: ScheduleValues; count: number; onClose(): void }) {
  useEffect(() => {
    const timer = setTimeout(onClose, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [onClose])
  // The submit button is gone, so focus would be lost.
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className={styles.success}>
      <CircleCheck aria-hidden="true" />
      <div role="status">
        <p className={styles.successTitle}>Success!</p>
        <p className={styles.successWords}>{(count > 0 || isRepeated(values)) && orderInWords(values)}</p>
      </div>
      <ButtonLink size="small" to={paths.scheduler} onClick={onClose}>
        Open the Post Scheduler
      </ButtonLink>
    </div>
  )
}
