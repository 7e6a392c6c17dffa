import { Upload } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useCurrentCompany } from '../../app/current-company.ts'
import { useSignedIn } from '../../app/session.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { Notice } from '../../components/notice.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { LibraryToolbar } from './library-toolbar.tsx'
import styles from './my-photos.module.css'
import { PhotoDialogs } from './photo-dialogs.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import type { TileActions } from './photo-tile.tsx'
import { findPhotos, photoCount, sectionsOf, tagsOf, type PhotoFilter } from './sections.ts'
import { SelectionBar } from './selection-bar.tsx'
import { sizeText } from './storage-text.ts'
import { UploadPanel } from './upload-panel.tsx'
import { uploadQueue } from './upload-queue.ts'
import { UploadZone } from './upload-zone.tsx'
import { useAsked } from './use-asked.ts'
import { useLibrary } from './use-library.ts'
import { usePhotoCalls } from './use-photo-calls.ts'
import { useSelection } from './use-selection.ts'

const NO_FILTER: PhotoFilter = { search: '', tag: null, sort: 'newest' }

type Library = ReturnType<typeof useLibrary>

function LoadingGrid() {
  return (
    <div className={styles.loading} aria-busy="true" aria-label="Loading photos" role="status">
      {Array.from({ length: 14 }, (_, index) => (
        <Skeleton key={index} aspectRatio="1" radius="10px" />
      ))}
    </div>
  )
}

function Summary({ total, storage }: Pick<Library, 'total' | 'storage'>) {
  return (
    <p className={styles.hint}>
      Upload PNG photo files for best quality.
      {storage !== null && total > 0 && (
        <span className={styles.summary}>
          {photoCount(total)}, {sizeText(storage.used)} of {sizeText(storage.limit)} used
        </span>
      )}
    </p>
  )
}

/** Finding, selecting and changing the photos that are there. */
function Photos({ library }: { library: Library }) {
  const { photos, complete } = library
  const { companies } = useCurrentCompany()
  const [filter, setFilter] = useState(NO_FILTER)
  const applied = useDeferredValue(filter)
  const found = useMemo(() => findPhotos(photos, applied), [photos, applied])
  const sections = useMemo(() => sectionsOf(found, companies), [found, companies])
  const inOrder = useMemo(() => [...new Set(sections.flatMap((section) => section.photos))], [sections])
  const tags = useMemo(() => tagsOf(photos), [photos])
  const { selected, photos: chosen, toggle, selectAll, clear } = useSelection(inOrder)
  const { ask, dialogs } = useAsked(photos)
  const calls = usePhotoCalls()
  const { mutate: unlink } = calls.unlink
  const actions = useMemo<TileActions>(
    () => ({
      select: toggle,
      link: (photo) => ask('link', [photo]),
      unlink: (photo, company) => unlink({ photos: [photo], company }),
      tag: (photo) => ask('tag', [photo]),
      remove: (photo) => ask('delete', [photo]),
    }),
    [toggle, ask, unlink],
  )
  const linkable = companies.length > 0
  return (
    <div className={styles.library}>
      <div className={styles.tools}>
        <LibraryToolbar filter={filter} tags={tags} onChange={setFilter} />
      </div>
      {found.length > 0 && (
        <SelectionBar
          total={found.length}
          selected={selected.size}
          complete={complete}
          linkable={linkable}
          onSelectAll={selectAll}
          onLink={() => ask('link', chosen, true)}
          onTag={() => ask('tag', chosen, true)}
          onDelete={() => ask('delete', chosen, true)}
        />
      )}
      {found.length === 0 && complete && (
        <EmptyState title="No photos found" ghost="none" action={<Button onClick={() => setFilter(NO_FILTER)}>Show all photos</Button>}>
          Try another word or tag.
        </EmptyState>
      )}
      <PhotoGrid sections={sections} selected={selected} linkable={linkable} actions={actions} />
      <PhotoDialogs dialogs={dialogs} companies={companies} tags={tags.map(({ tag }) => tag)} calls={calls} onBulkDone={clear} />
    </div>
  )
}

/** The person's own photos: upload, find, select, link, tag, delete. */
export function MyPhotos() {
  const library = useLibrary()
  const { photos, total, storage, loading, failed, complete, retry } = library
  const isEmpty = complete && photos.length === 0
  const { id: userId } = useSignedIn()
  useEffect(() => void uploadQueue.bringBack(userId), [userId])
  const field = useRef<HTMLInputElement>(null)
  const button = (
    <Button variant="primary" icon={<Upload />} onClick={() => field.current?.click()}>
      Upload photos
    </Button>
  )
  return (
    <UploadZone field={field}>
      <div className={styles.bar}>
        <Summary total={total} storage={storage} />
        {!isEmpty && button}
      </div>
      <UploadPanel />
      {failed && (
        <Notice
          kind="bad"
          action={
            <Button size="small" onClick={retry}>
              Try again
            </Button>
          }
        >
          Failed to load user data
        </Notice>
      )}
      {loading && <LoadingGrid />}
      {isEmpty && (
        <EmptyState title="No photos yet" ghost="pictures" action={button}>
          Upload photos to get started
        </EmptyState>
      )}
      {photos.length > 0 && <Photos library={library} />}
    </UploadZone>
  )
}
