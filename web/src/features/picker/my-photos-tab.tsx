import type { LibraryPhoto } from '@ninesixteen/shared/api/media'
import { MEDIA_SEARCH_MAX } from '@ninesixteen/shared/api/limits'
import { useInfiniteQuery, type UseInfiniteQueryResult, useQuery } from '@tanstack/react-query'
import { ImagePlus, Search } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { orpc } from '../../api/client.ts'
import { photoPagesQuery } from '../../api/library-photos.ts'
import { PHOTO_FILES } from '../../api/upload-file.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Select } from '../../components/select.tsx'
import { PhotoGrid, PhotoGridSkeleton } from './photo-grid.tsx'
import styles from './picker.module.css'
import { StarterPhotos, useFoundStarters } from './starter-photos.tsx'
import { type PhotoUpload, usePhotoUpload } from './use-photo-upload.ts'

const ALL = 'all'

/** Accepts dropped files, and highlights the tab during a drag. */
function useFileDrop(onFiles: (files: File[]) => void) {
  const [over, setOver] = useState(false)
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
  return {
    over,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: (event: DragEvent) => {
        if (!(event.relatedTarget instanceof Node) || !event.currentTarget.contains(event.relatedTarget)) setOver(false)
      },
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}

/** Photos per request. */
const PAGE = 60
/** Debounce of the search. */
const SEARCH_AFTER_MS = 250

/** The typed text, and the debounced search. */
function useSearch() {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), typed.trim() === '' ? 0 : SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, setTyped, search }
}

export interface MyPhotosTabProps {
  companyId: string | null
  onPick(filePath: string, filename: string): void
}

/** The photo library with search, company filter and upload. */
export function MyPhotosTab({ companyId, onPick }: MyPhotosTabProps) {
  const { typed, setTyped, search } = useSearch()
  const [company, setCompany] = useState<string>(ALL)
  const companies = useQuery(orpc.companies.list.queryOptions()).data ?? []
  const known = companies.some((one) => one.id === company) ? company : null
  const list = useInfiniteQuery(photoPagesQuery({ search, sort: 'newest', limit: PAGE, ...(known !== null && { section: known }) }))
  const upload = usePhotoUpload(known ?? companyId)
  const starter = useFoundStarters(known === null ? search : null)
  const send = async (files: readonly File[]): Promise<void> => {
    const arrived = await upload.send(files)
    // A single uploaded photo is meant to be used now.
    if (arrived.length === 1 && arrived[0]) onPick(arrived[0].filePath, arrived[0].filename)
  }
  const drop = useFileDrop((files) => void send(files))

  return (
    <div className={styles.tab} data-over={drop.over || undefined} {...drop.handlers}>
      <div className={styles.bar}>
        <div className={styles.search}>
          <TextField
            label="Search photos by name or tag"
            hideLabel
            type="search"
            placeholder="Search by name or tag"
            value={typed}
            maxLength={MEDIA_SEARCH_MAX}
            onChange={(event) => setTyped(event.target.value)}
            trailing={<Search aria-hidden="true" />}
          />
        </div>
        {companies.length > 0 && (
          <div className={styles.company}>
            <Select
              label="Company"
              hideLabel
              value={company}
              onChange={setCompany}
              options={[{ value: ALL, label: 'All companies' }, ...companies.map((one) => ({ value: one.id, label: one.name }))]}
            />
          </div>
        )}
        <UploadButton upload={upload} onFiles={(files) => void send(files)} />
      </div>
      <UploadProgress upload={upload} />
      <Photos list={list} searched={search !== ''} hasStarter={starter.length > 0} onPick={onPick} />
      {list.data && !list.hasNextPage && known === null && <StarterPhotos photos={starter} searched={search !== ''} onPick={onPick} />}
    </div>
  )
}

interface PhotosProps {
  list: UseInfiniteQueryResult<LibraryPhoto[]>
  searched: boolean
  /** The search finds starter photos, which are shown below. */
  hasStarter: boolean
  onPick(filePath: string, filename: string): void
}

function Photos({ list, searched, hasStarter, onPick }: PhotosProps) {
  const photos = list.data ?? []
  if (list.isPending) return <PhotoGridSkeleton />
  if (list.isError && photos.length === 0) return <Notice kind="bad">Failed to load user data</Notice>
  const none = photos.length === 0
  if (none && !searched) {
    return (
      <EmptyState title="No photos available" ghost="pictures" level={3}>
        Upload photos with the button above, or drop them here.
      </EmptyState>
    )
  }
  if (none && hasStarter) return null
  if (none) {
    return (
      <EmptyState title="No photos found" ghost="none" level={3}>
        Try another name, tag or company.
      </EmptyState>
    )
  }
  const more = list.hasNextPage && !list.isFetchingNextPage ? () => void list.fetchNextPage() : null
  return <PhotoGrid label="Photos" photos={photos} onPick={onPick} onEnd={more} />
}

function UploadButton({ upload, onFiles }: { upload: PhotoUpload; onFiles(files: File[]): void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<ImagePlus aria-hidden="true" />} busy={upload.share !== null} onClick={() => input.current?.click()}>
        Upload
      </Button>
      <input
        ref={input}
        type="file"
        accept={PHOTO_FILES}
        multiple
        hidden
        aria-label="Upload photos"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}

function UploadProgress({ upload }: { upload: PhotoUpload }) {
  if (upload.problem) return <Notice kind="bad">{upload.problem}</Notice>
  if (upload.share === null) return null
  const percent = Math.round(upload.share * 100)
  return (
    <div className={styles.progress}>
      <progress max={100} value={percent} aria-label="Upload" />
      <span className="tabular">{percent} %</span>
    </div>
  )
}
