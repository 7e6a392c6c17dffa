import type { MediaItem } from '@ninesixteen/shared/api/media'
import { useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { Skeleton } from '../../components/skeleton.tsx'
import { StoredPicture } from '../../components/stored-picture.tsx'
import styles from './picker.module.css'

/** The number of columns the browser made, for the up and down keys. */
function columnsOf(grid: HTMLElement): number {
  return getComputedStyle(grid).gridTemplateColumns.split(' ').length
}

function stepOf(key: string, columns: number): number {
  switch (key) {
    case 'ArrowLeft':
      return -1
    case 'ArrowRight':
      return 1
    case 'ArrowUp':
      return -columns
    case 'ArrowDown':
      return columns
    default:
      return 0
  }
}

/** Photos as buttons; Tab goes through them, arrow keys too. */
export function PhotoGrid({ photos, onPick }: { photos: readonly MediaItem[]; onPick(filePath: string): void }) {
  const grid = useRef<HTMLUListElement>(null)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!grid.current) return
    const step = stepOf(event.key, columnsOf(grid.current))
    if (step === 0) return
    const buttons = [...grid.current.querySelectorAll('button')]
    const next = buttons[buttons.findIndex((button) => button === document.activeElement) + step]
    if (!next) return
    event.preventDefault()
    next.focus()
  }
  return (
    <ul ref={grid} className={styles.grid} aria-label="Photos" onKeyDown={onKeyDown}>
      {photos.map((photo) => (
        <li key={photo.id}>
          <button type="button" className={styles.photo} aria-label={photo.filename} onClick={() => onPick(photo.filePath)}>
            <StoredPicture path={photo.filePath} variant="thumbnail" alt="" className={styles.picture} />
            <span className={styles.caption} aria-hidden="true">
              {photo.filename}
            </span>
          </button>
        </li>
      ))}
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
