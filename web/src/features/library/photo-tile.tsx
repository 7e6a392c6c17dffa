import type { Company } from '@ninesixteen/shared/api/companies'
import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { ImageOff, Link2, MoreHorizontal, Tag, Trash2, Unlink } from 'lucide-react'
import { memo, useState, type CSSProperties, type MouseEvent } from 'react'
import { IconButton } from '../../components/icon-button.tsx'
import { Menu, MenuHeading, MenuItem } from '../../components/menu.tsx'
import styles from './photo-tile.module.css'
import { refreshLibrary } from './library-queries.ts'
import { useSettled } from './use-settled.ts'

/** Actions on a photo. One stable object for the grid, so that memoized tiles don't re-render. */
export interface TileActions {
  select(photo: LibraryPhoto, range: boolean): void
  link(photo: LibraryPhoto): void
  unlink(photo: LibraryPhoto, company: Company): void
  tag(photo: LibraryPhoto): void
  remove(photo: LibraryPhoto): void
}

export interface PhotoTileProps {
  photo: LibraryPhoto
  /** The company of the section. */
  company: Company | null
  selected: boolean
  /** False without companies. */
  linkable: boolean
  /** Shows a menu instead of buttons, on touch screens and narrow tiles. */
  compact: boolean
  actions: TileActions
  x: number
  y: number
  size: number
  position: number
  total: number
}

/** Thumbnail URLs expire while the page stays open: the first failing one reloads the library, at most once a minute. */
let refreshedAt = 0
const REFRESH_PAUSE_MS = 60_000

function Thumbnail({ photo }: { photo: LibraryPhoto }) {
  const [broken, setBroken] = useState<string | null>(null)
  if (broken === photo.thumbnailUrl) {
    return (
      <span className={styles.missing} role="img" aria-label={photo.filename}>
        <ImageOff aria-hidden="true" />
      </span>
    )
  }
  const onError = () => {
    setBroken(photo.thumbnailUrl)
    if (Date.now() - refreshedAt < REFRESH_PAUSE_MS) return
    refreshedAt = Date.now()
    void refreshLibrary()
  }
  return <img className={styles.image} src={photo.thumbnailUrl} alt={photo.filename} decoding="async" draggable={false} onError={onError} />
}

/** The file extension in capitals. */
function fileTypeOf(filename: string): string {
  const [, ending = ''] = /\.([A-Za-z0-9]{1,5})$/.exec(filename) ?? []
  return ending.toUpperCase()
}

function TileMenu({ photo, company, linkable, actions }: Pick<PhotoTileProps, 'photo' | 'company' | 'linkable' | 'actions'>) {
  const more = (
    <IconButton size="small" label={`Actions for ${photo.filename}`} icon={<MoreHorizontal />} className={styles.action} data-always="" />
  )
  return (
    <Menu trigger={more} align="end">
      <MenuHeading>{photo.filename}</MenuHeading>
      <MenuItem icon={<Link2 />} disabled={!linkable} onSelect={() => actions.link(photo)}>
        Link to Company
      </MenuItem>
      {company && (
        <MenuItem icon={<Unlink />} detail={`From ${company.name}`} onSelect={() => actions.unlink(photo, company)}>
          Unlink
        </MenuItem>
      )}
      <MenuItem icon={<Tag />} onSelect={() => actions.tag(photo)}>
        Edit tags
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={() => actions.remove(photo)}>
        Delete
      </MenuItem>
    </Menu>
  )
}

function TileButtons({ photo, linkable, actions }: Pick<PhotoTileProps, 'photo' | 'linkable' | 'actions'>) {
  const { filename } = photo
  return (
    <>
      <IconButton
        size="small"
        label={`Link ${filename} to a company`}
        icon={<Link2 />}
        className={styles.action}
        disabled={!linkable}
        onClick={() => actions.link(photo)}
      />
      <IconButton
        size="small"
        label={`Edit tags of ${filename}`}
        icon={<Tag />}
        className={styles.action}
        onClick={() => actions.tag(photo)}
      />
      <IconButton
        size="small"
        label={`Delete ${filename}`}
        icon={<Trash2 />}
        className={styles.action}
        onClick={() => actions.remove(photo)}
      />
    </>
  )
}

function TileAt(props: PhotoTileProps) {
  const { photo, company, selected, compact, actions, x, y, size, position, total } = props
  const place: CSSProperties = { left: x, top: y, width: size, height: size }
  const settled = useSettled()
  const select = (event: MouseEvent<HTMLInputElement>) => actions.select(photo, event.shiftKey)
  const type = fileTypeOf(photo.filename)
  return (
    <li
      className={styles.tile}
      style={place}
      data-selected={selected || undefined}
      data-photo={photo.id}
      aria-setsize={total}
      aria-posinset={position}
    >
      <label className={styles.face} title={photo.filename}>
        <Thumbnail photo={photo} />
        <input
          type="checkbox"
          className={styles.check}
          aria-label={`Select ${photo.filename}`}
          checked={selected}
          onClick={select}
          readOnly
        />
      </label>
      <span className={styles.badges}>
        <span>{photo.dimensions.replace('x', ' × ')}</span>
        {type && <span>{type}</span>}
      </span>
      {settled && <span className={styles.actions}>{compact ? <TileMenu {...props} /> : <TileButtons {...props} />}</span>}
      {settled && company && !compact && (
        <button
          type="button"
          className={styles.unlink}
          aria-label={`Unlink ${photo.filename} from ${company.name}`}
          onClick={() => actions.unlink(photo, company)}
        >
          <Unlink aria-hidden="true" /> Unlink
        </button>
      )}
    </li>
  )
}

export const PhotoTile = memo(TileAt)

/** Placeholder for a loading photo. */
export function EmptyTile({ x, y, size, position, total }: Pick<PhotoTileProps, 'x' | 'y' | 'size' | 'position' | 'total'>) {
  return (
    <li
      className={styles.tile}
      style={{ left: x, top: y, width: size, height: size }}
      aria-label="Loading photo"
      aria-busy="true"
      aria-setsize={total}
      aria-posinset={position}
    />
  )
}
