import styles from './loading-screen.module.css'
import { Mark } from './mark.tsx'

/** A full-page wait with its reason. It appears after a short delay, so that quick responses do not flash. */
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
