import { MEDIA_SEARCH_MAX } from '@ninesixteen/shared/api/limits'
import type { PhotoSort, TagCounts } from '@ninesixteen/shared/api/media'
import { Search, X } from 'lucide-react'
import { TextField } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import styles from './my-photos.module.css'
import type { PhotoFilter } from './sections.ts'

const SORT_OPTIONS: { value: PhotoSort; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
  { value: 'largest', label: 'Largest first' },
]
/** Tags shown as buttons; search finds the others. */
const TAGS_SHOWN = 16

export interface LibraryToolbarProps {
  filter: PhotoFilter
  tags: TagCounts
  onChange(filter: PhotoFilter): void
}

/** Search, tag filter and sort order. */
export function LibraryToolbar({ filter, tags, onChange }: LibraryToolbarProps) {
  const chosen =
    filter.tag !== null && !tags.slice(0, TAGS_SHOWN).some(({ tag }) => tag === filter.tag) ? [{ tag: filter.tag, count: 0 }] : []
  return (
    <>
      <div className={styles.search}>
        <TextField
          label="Search by name or tag"
          hideLabel
          type="search"
          placeholder="Name or tag"
          value={filter.search}
          maxLength={MEDIA_SEARCH_MAX}
          onChange={(event) => onChange({ ...filter, search: event.target.value })}
          trailing={<Search aria-hidden="true" className={styles.searchIcon} />}
        />
      </div>
      <div className={styles.sort}>
        <Select label="Order" hideLabel value={filter.sort} options={SORT_OPTIONS} onChange={(sort) => onChange({ ...filter, sort })} />
      </div>
      {tags.length > 0 && (
        <ul className={styles.tags} aria-label="Filter by tag">
          {[...chosen, ...tags.slice(0, TAGS_SHOWN)].map(({ tag, count }) => {
            const pressed = tag === filter.tag
            return (
              <li key={tag}>
                <button
                  type="button"
                  className={styles.tag}
                  aria-pressed={pressed}
                  onClick={() => onChange({ ...filter, tag: pressed ? null : tag })}
                >
                  {tag}
                  {pressed ? <X aria-hidden="true" /> : <span className={styles.tagCount}>{count}</span>}
                </button>
              </li>
            )
          })}
        </ul>
      )}
    </>
  )
}
