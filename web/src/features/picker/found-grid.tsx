import type { StockPhoto } from '@ninesixteen/shared/api/stock'
import { licenceName } from '@ninesixteen/shared/stock/credit'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { gridKeys } from './grid-keys.ts'
import { RemoteThumbnail } from './remote-thumbnail.tsx'
import styles from './picker.module.css'
import type { StockImport } from './use-stock-import.ts'

interface FoundGridProps {
  photos: readonly StockPhoto[]
  importing: StockImport
  /** Uses one photo at once; without it, several can be selected. */
  onPick: ((filePath: string) => void) | undefined
  /** Null at the end. */
  onMore: (() => void) | null
  isLoadingMore: boolean
}

function describe({ title, author, ...credit }: StockPhoto['credit']): string {
  return [title || 'Photo', author && `by ${author}`, licenceName(credit)].filter(Boolean).join(', ')
}

/** Found photos as buttons with arrow key navigation. */
export function FoundGrid({ photos, importing, onPick, onMore, isLoadingMore }: FoundGridProps) {
  const grid = useRef<HTMLUListElement>(null)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const isBusy = importing.progress !== null
  const chosen = photos.filter(({ credit }) => selected.has(credit.id))
  const press = async (photo: StockPhoto): Promise<void> => {
    const { id } = photo.credit
    if (!onPick) return setSelected(selected.has(id) ? new Set([...selected].filter((one) => one !== id)) : new Set([...selected, id]))
    const [stored] = await importing.add([photo])
    if (stored) onPick(stored.filePath)
  }
  const addAll = async (): Promise<void> => {
    const stored = await importing.add(chosen)
    const added = new Set(stored.map(({ photoId }) => photoId))
    setSelected((before) => new Set([...before].filter((id) => !added.has(id))))
  }
  return (
    <>
      {!onPick && (
        <div className={styles.bar}>
          <p className={styles.selected} role="status">
            {chosen.length === 0 ? 'Select photos to add them to your library.' : `${chosen.length} selected`}
          </p>
          <Button variant="primary" disabled={chosen.length === 0} busy={isBusy} onClick={() => void addAll()}>
            {chosen.length > 1 ? `Add ${chosen.length} photos` : 'Add photo'}
          </Button>
        </div>
      )}
      <ul ref={grid} className={styles.grid} aria-label="Found photos" onKeyDown={(event) => gridKeys(event, grid.current)}>
        {photos.map((photo) => (
          <li key={photo.credit.id}>
            <button
              type="button"
              className={styles.photo}
              disabled={isBusy}
              aria-label={describe(photo.credit)}
              {...(!onPick && { 'aria-pressed': selected.has(photo.credit.id) })}
              onClick={() => void press(photo)}
            >
              <RemoteThumbnail url={photo.previewUrl} />
              <span className={styles.caption} aria-hidden="true">
                {photo.credit.author ?? licenceName(photo.credit)}
              </span>
              {selected.has(photo.credit.id) && (
                <span className={styles.mark} aria-hidden="true">
                  <Check />
                </span>
              )}
            </button>
          </li>
        ))}
      </ul>
      {onMore && (
        <Button className={styles.more} busy={isLoadingMore} onClick={onMore}>
          Show more
        </Button>
      )}
    </>
  )
}
