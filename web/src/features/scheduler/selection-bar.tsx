import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { ChevronLeft, ChevronRight, Share2, Trash2, X } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { countText, isChangeable, isDraft, isEnded, isWaiting } from './post-texts.ts'
import type { Shift } from './shifting.ts'
import { useCovers } from '../../components/use-covers.ts'
import styles from './selection-bar.module.css'

export interface SelectionBarProps {
  posts: readonly ScheduledPost[]
  onShift(shift: Shift): void
  onCancel(): void
  onRemove(): void
  onShare(): void
  onClear(): void
}

/** Actions on the selected posts, fixed to the bottom of the window. */
export function SelectionBar({ posts, onShift, onCancel, onRemove, onShare, onClear }: SelectionBarProps) {
  const movable = posts.filter((post) => isChangeable(post) && !isDraft(post)).length
  const open = posts.filter(isChangeable).length
  const waiting = posts.filter(isWaiting).length
  const removable = posts.filter((post) => isEnded(post) || isDraft(post)).length
  return (
    <div ref={useCovers('bottom')} className={styles.bar} role="region" aria-label="Selected posts">
      <span className={styles.count}>{countText(posts.length)} selected</span>
      {movable > 0 && (
        <div className={styles.days}>
          <IconButton label="Move a day earlier" icon={<ChevronLeft />} onClick={() => onShift({ days: -1, minutes: 0 })} />
          <span className={styles.word} aria-hidden="true">
            Move
          </span>
          <IconButton label="Move a day later" icon={<ChevronRight />} onClick={() => onShift({ days: 1, minutes: 0 })} />
        </div>
      )}
      {open > 0 && (
        <Button size="small" icon={<Share2 />} onClick={onShare}>
          Share for approval
        </Button>
      )}
      {waiting > 0 && (
        <Button size="small" variant="danger" onClick={onCancel}>
          Cancel {countText(waiting)}
        </Button>
      )}
      {removable > 0 && (
        <Button size="small" icon={<Trash2 />} onClick={onRemove}>
          Delete {countText(removable)}
        </Button>
      )}
      <IconButton label="Clear selection" icon={<X />} onClick={onClear} />
    </div>
  )
}
