import { History, Info, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ButtonLink } from '../components/button.tsx'
import { IconButton } from '../components/icon-button.tsx'
import { TAKEN_OVER_KEY, type UnsavedWork } from '../app/unsaved-work.ts'
import { readUnsavedWork, writeUnsavedWork } from '../app/unsaved-work-list.ts'
import styles from './account-banners.module.css'
import { useMe } from '../app/session.ts'
import { windowStorage } from '../app/browser-storage.ts'

const LABELS: Record<UnsavedWork['what'], string> = {
  slideshow: 'Open slideshow',
  company: 'Open company',
  photos: 'Open photos',
}

function Note({ icon, children, onClose }: { icon: ReactNode; children: ReactNode; onClose(): void }) {
  return (
    <div className={styles.note} role="status">
      {icon}
      <div className={styles.words}>{children}</div>
      <IconButton label="Dismiss" size="small" icon={<X />} onClick={onClose} />
    </div>
  )
}

/** Tells the user that this page belonged to another user before, and offers their own unsaved work from before that. */
export function AccountBanners({ userId }: { userId: string }) {
  const { data: me } = useMe()
  const [takenOver, setTakenOver] = useState(() => (windowStorage()?.getItem(TAKEN_OVER_KEY) ?? null) !== null)
  const [works, setWorks] = useState(() => readUnsavedWork(userId))
  const put = (remaining: UnsavedWork[]): void => {
    writeUnsavedWork(userId, remaining)
    setWorks(remaining)
  }
  const closeTakenOver = (): void => {
    windowStorage()?.removeItem(TAKEN_OVER_KEY)
    setTakenOver(false)
  }
  return (
    <div className={styles.notes}>
      {takenOver && (
        <Note icon={<Info aria-hidden="true" />} onClose={closeTakenOver}>
          You are signed in as <strong>{me?.email}</strong>. This page was open for another user; none of their work was sent to your
          account.
        </Note>
      )}
      {works.length > 0 && (
        <Note icon={<History aria-hidden="true" />} onClose={() => put([])}>
          Your unsaved work from before another user signed in here was saved.
          <div className={styles.works}>
            {works.map((work) => (
              <ButtonLink key={work.path} size="small" to={work.path} onClick={() => put(works.filter((one) => one !== work))}>
                {LABELS[work.what]}
              </ButtonLink>
            ))}
          </div>
        </Note>
      )}
    </div>
  )
}
