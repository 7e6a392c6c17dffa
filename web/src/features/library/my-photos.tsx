import { Search, Upload } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { FoundPhotos } from './library-queries.ts'
import { LibraryToolbar } from './library-toolbar.tsx'
import styles from './my-photos.module.css'
import { PhotoDialogs } from './photo-dialogs.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import type { TileActions } from './photo-tile.tsx'
import { isFiltered, photoCount } from './sections.ts'
import { SelectionBar } from './selection-bar.tsx'
import { UploadPanel } from './upload-panel.tsx'
import { restorePendingUploads } from './uploads.ts'
import { UploadZone } from './upload-zone.tsx'
import { usePhotoDialogs } from './use-photo-dialogs.ts'
import { type Library, useLibrary } from './use-library.ts'
import { usePhotoCalls } from './use-photo-mutations.ts'
import { useSelection } from './use-selection.ts'
import { STARTER_PHOTOS } from '@ninesixteen/shared/slide/starter-photos'
import { useSaveSettings } from '../../app/use-save-settings.ts'
import { StoredPhoto } from '../../components/stored-photo.tsx'

/** Like `1.2 GB` or `340 MB`: one decimal below ten, none above. */
function sizeText(bytes: number): string {
  const [amount, unit] = bytes < 1024 ** 3 ? [bytes / 1024 ** 2, 'MB'] : [bytes / 1024 ** 3, 'GB']
  return `${amount < 10 ? Math.round(amount * 10) / 10 : Math.round(amount)} ${unit}`
}

function LoadingGrid() {
  return (
    <div className={styles.loading} aria-busy="true" aria-label="Loading photos" role="status">
      {Array.from({ length: 14 }, (_, index) => (
        <Skeleton key={index} aspectRatio="1" radius="10px" />
      ))}
    </div>
  )
}

function Summary({ found }: Pick<Library, 'found'>) {
  return (
    <p className={styles.hint}>
      Upload PNG photo files for best quality.
      {found !== null && found.total > 0 && (
        <span className={styles.summary}>
          {photoCount(found.total)}, {sizeText(found.storage.used)} of {sizeText(found.storage.limit)} used
        </span>
      )}
    </p>
  )
}

function Photos({ library, found }: { library: Library; found: FoundPhotos }) {
  const { filter, setFilter, clear, companies, sections, tags } = library
  const { query } = found
  const selection = useSelection(query, found.found)
  const { selected, toggle } = selection
  const { openForPhoto, openForSelection, dialogs } = usePhotoDialogs()
  const calls = usePhotoCalls()
  const { mutate: unlink } = calls.unlink
  const actions = useMemo<TileActions>(
    () => ({
      select: (photo, range) => void toggle(photo, range),
      link: (photo) => openForPhoto('link', photo),
      unlink: (photo, company) => unlink({ ids: [photo.id], company }),
      tag: (photo) => openForPhoto('tag', photo),
      remove: (photo) => openForPhoto('delete', photo),
    }),
    [toggle, openForPhoto, unlink],
  )
  const linkable = companies.length > 0
  return (
    <div className={styles.library}>
      <div className={styles.tools}>
        <LibraryToolbar filter={filter} tags={tags} onChange={setFilter} />
      </div>
      {found.found > 0 && (
        <SelectionBar
          total={found.found}
          selected={selection.count}
          busy={selection.busy}
          linkable={linkable}
          onSelectAll={(select) => void selection.selectAll(select)}
          onLink={() => openForSelection('link', selected)}
          onTag={() => openForSelection('tag', selected)}
          onDelete={() => openForSelection('delete', selected)}
        />
      )}
      {found.found === 0 && (
        <EmptyState title="No photos found" ghost="none" action={<Button onClick={clear}>Show all photos</Button>}>
          Try another word or tag.
        </EmptyState>
      )}
      <PhotoGrid query={query} sections={sections} isSelected={selection.isSelected} linkable={linkable} actions={actions} />
      <PhotoDialogs dialogs={dialogs} companies={companies} tags={tags.map(({ tag }) => tag)} calls={calls} onBulkDone={selection.clear} />
    </div>
  )
}

/** The user's photo library. */
export function MyPhotos({ onFind }: { onFind(): void }) {
  const library = useLibrary()
  const { found, loading, failed, retry } = library
  const isEmpty = found?.total === 0
  const { id: userId } = useSignedIn()
  useEffect(() => void restorePendingUploads(userId), [userId])
  const field = useRef<HTMLInputElement>(null)
  const button = (
    <Button variant="primary" icon={<Upload />} onClick={() => field.current?.click()}>
      Upload photos
    </Button>
  )
  const buttons = (
    <span className={styles.buttons}>
      {button}
      <Button icon={<Search />} onClick={onFind}>
        Find photos
      </Button>
    </span>
  )
  return (
    <UploadZone field={field}>
      <div className={styles.bar}>
        <Summary found={found} />
        {!isEmpty && buttons}
      </div>
      <UploadPanel />
      {failed && (
        <Notice kind="bad" onRetry={retry}>
          Failed to load user data
        </Notice>
      )}
      {loading && <LoadingGrid />}
      {isEmpty && (
        <EmptyState title="No photos yet" ghost="pictures" action={buttons}>
          Upload photos to get started
        </EmptyState>
      )}
      {found && !isEmpty && <Photos library={library} found={found} />}
      {found && !isFiltered(library.filter) && <StarterSection />}
    </UploadZone>
  )
}

/** The photos that come with the product, and the switch that hides them everywhere. */
function StarterSection() {
  const { settings, save } = useSaveSettings()
  const { starterPhotos } = settings
  return (
    <section className={styles.starter} aria-labelledby="starter-photos">
      <header className={styles.starterHead}>
        <h2 id="starter-photos" className={styles.starterName}>
          Starter photos
        </h2>
        {starterPhotos && <span className={styles.starterCount}>{photoCount(STARTER_PHOTOS.length)}</span>}
        <Button
          size="small"
          variant="ghost"
          aria-label={starterPhotos ? 'Hide starter photos' : 'Show starter photos'}
          onClick={() => save({ starterPhotos: !starterPhotos })}
        >
          {starterPhotos ? 'Hide' : 'Show'}
        </Button>
      </header>
      <p className={styles.hint}>
        {starterPhotos
          ? 'Free to use. New slideshows use them where you have too few photos.'
          : 'Left out here, in the photo picker and in new slideshows.'}
      </p>
      {starterPhotos && (
        <ul className={styles.starterPhotos} aria-labelledby="starter-photos">
          {STARTER_PHOTOS.map(({ path, title }) => (
            <li key={path} title={title}>
              <StoredPhoto path={path} variant="thumbnail" alt={title} className={styles.starterPhoto} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
