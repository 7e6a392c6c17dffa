import type { PostDetails } from '@ninesixteen/shared/api/scheduled-posts'
import { shownMomentWithSeconds } from '@ninesixteen/shared/time/shown-times'
import styles from './post-history.module.css'

/** The post's events, newest first: attempts, responses of the platform, actions of the user. */
export function PostHistory({ history, zone }: { history: PostDetails['history']; zone: string }) {
  if (history.length === 0) return <p className={styles.nothing}>No history yet.</p>
  return (
    <ol className={styles.history} reversed>
      {history.toReversed().map(({ at, kind, text }, index) => (
        <li key={`${at} ${index}`} className={styles.event} data-kind={kind}>
          <p className={styles.text}>{text}</p>
          <time className={styles.time} dateTime={at}>
            {shownMomentWithSeconds(new Date(at), zone)}
          </time>
        </li>
      ))}
    </ol>
  )
}
