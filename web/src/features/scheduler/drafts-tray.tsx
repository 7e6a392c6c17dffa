import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { CalendarPlus, CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { lazyPart } from '../../components/load-part.tsx'
import { PlatformBadge, PostThumbnail } from './badges.tsx'
import { shortDayText, type Day } from './days.ts'
import styles from './drafts-tray.module.css'
import { useSchedulerContext } from './post-actions.ts'
import { accountOf, titleOf } from './post-texts.ts'

const SpreadDialog = lazyPart(async () => (await import('./spread-dialog.tsx')).SpreadDialog)

/** Posts without a time, to drag onto a day or schedule on the selected one. */
export function DraftsTray({ drafts, day }: { drafts: readonly ScheduledPost[]; day: Day }) {
  const { actions, zone } = useSchedulerContext()
  const [isSpreading, setSpreading] = useState(false)
  return (
    <section aria-labelledby="drafts" className={styles.tray} data-view="drafts">
      <h3 id="drafts" className={styles.title}>
        Drafts
        <span className={styles.count}>{drafts.length}</span>
      </h3>
      <p className={styles.hint}>No time set. Drag a draft onto a day to schedule it.</p>
      <Button size="small" icon={<CalendarRange />} className={styles.spread} onClick={() => setSpreading(true)}>
        Spread over posting times
      </Button>
      <ul className={styles.list}>
        {drafts.map((post) => (
          <li key={post.id} className={styles.draft}>
            <button type="button" className={styles.open} data-post={post.id} data-movable onClick={() => actions.open(post)}>
              <PostThumbnail post={post} className={styles.image} />
              <span className={styles.words}>
                <span className="visually-hidden">Draft</span>
                <span className={styles.name}>{titleOf(post)}</span>
                <span className={styles.account}>
                  <PlatformBadge post={post} />
                  <span className={styles.accountName}>{accountOf(post)}</span>
                </span>
              </span>
            </button>
            <IconButton
              label={`Schedule ${titleOf(post)} on ${shortDayText(day)}`}
              icon={<CalendarPlus />}
              onClick={() => actions.place(post, day, null)}
            />
          </li>
        ))}
      </ul>
      {isSpreading && <SpreadDialog drafts={drafts} zone={zone} onClose={() => setSpreading(false)} />}
    </section>
  )
}
