import { Link2, Tag, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../components/button.tsx'
import { useCovers } from '../../components/use-covers.ts'
import styles from './my-photos.module.css'

export interface SelectionBarProps {
  /** Number of found photos, and of selected ones. */
  total: number
  selected: number
  /** The ids of all photos are loading. */
  busy: boolean
  linkable: boolean
  onSelectAll(select: boolean): void
  onLink(): void
  onTag(): void
  onDelete(): void
}

/** Selects all photos, and acts on the selection. */
export function SelectionBar({ total, selected, busy, linkable, onSelectAll, onLink, onTag, onDelete }: SelectionBarProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected > 0 && selected < total
  }, [selected, total])
  return (
    <div ref={useCovers('top')} className={styles.selection} data-active={selected > 0 || undefined}>
      <label className={styles.all}>
        <input
          ref={box}
          type="checkbox"
          checked={total > 0 && selected === total}
          onChange={(event) => onSelectAll(event.target.checked)}
        />
        <span>{selected === 0 ? `Select all ${total} photos` : `${selected} of ${total} photos selected`}</span>
      </label>
      {selected > 0 && (
        <div className={styles.bulk}>
          <Button size="small" icon={<Link2 />} disabled={!linkable || busy} onClick={onLink}>
            Link to Company
          </Button>
          <Button size="small" icon={<Tag />} disabled={busy} onClick={onTag}>
            Tags
          </Button>
          <Button size="small" variant="danger" icon={<Trash2 />} disabled={busy} onClick={onDelete}>
            Delete Selected
          </Button>
        </div>
      )}
    </div>
  )
}
