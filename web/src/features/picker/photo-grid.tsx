import { useEffect, useEffectEvent, useRef } from 'react'
import { Skeleton } from '../../components/skeleton.tsx'
import { StoredPhoto } from '../../components/stored-photo.tsx'
import { gridKeys } from './grid-keys.ts'
import styles from './picker.module.css'

export interface PickablePhoto {
  id: string
  filename: string
  filePath: string
}

interface PhotoGridProps {
  label: string
  photos: readonly PickablePhoto[]
  /** Without it, photos are shown and can't be picked. */
  onPick?: ((filePath: string, filename: string) => void) | undefined
  /** Called when the end is near; null without further photos. */
  onEnd: (() => void) | null
}

/** Calls `onEnd` when it is about to become visible. */
function End({ onEnd }: { onEnd(): void }) {
  const end = useRef<HTMLLIElement>(null)
  const reached = useEffectEvent(onEnd)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && reached(), { rootMargin: '600px' })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [])
  return <li ref={end} className={styles.end} aria-hidden="true" />
}

/** Photos, as buttons with arrow key navigation where they can be picked. */
export function PhotoGrid({ label, photos, onPick, onEnd }: PhotoGridProps) {
  const grid = useRef<HTMLUListElement>(null)
  return (
    <ul ref={grid} className={styles.grid} aria-label={label} onKeyDown={(event) => gridKeys(event, grid.current)}>
      {photos.map((photo) => (
        <li key={photo.id}>
          {onPick ? (
            <button
              type="button"
              className={styles.photo}
              aria-label={photo.filename}
              onClick={() => onPick(photo.filePath, photo.filename)}
            >
              <StoredPhoto path={photo.filePath} variant="thumbnail" alt="" className={styles.image} />
              <span className={styles.caption} aria-hidden="true">
                {photo.filename}
              </span>
            </button>
          ) : (
            <StoredPhoto path={photo.filePath} variant="thumbnail" alt={photo.filename} className={styles.shown} />
          )}
        </li>
      ))}
      {onEnd && <End key={photos.length} onEnd={onEnd} />}
    </ul>
  )
}

export function PhotoGridSkeleton() {
  return (
    <ul className={styles.grid} aria-busy="true" aria-label="Loading photos">
      {Array.from({ length: 12 }, (_, index) => (
        <li key={index}>
          <Skeleton aspectRatio="3 / 4" radius="10px" />
        </li>
      ))}
    </ul>
  )
}
