import styles from './loading-screen.module.css'
import { Mark } from './mark.tsx'

/** A whole page that waits, with the reason in words. Appears after a moment only, so that quick answers do not flash. */
export function LoadingScreen({ text }: { text: string }) {
  return (
    <main className={styles.screen} aria-busy="true">
      <div className={styles.inner} role="status">
        <span className={styles.mark}>
          <Mark size={40} />
        </span>
        <p>{text}</p>
      </div>
    </main>
  )
}
