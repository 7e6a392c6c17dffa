import type { StockPhoto } from '@ninesixteen/shared/api/stock'
import { STOCK_WORDS_MAX } from '@ninesixteen/shared/api/limits'
import { STOCK_SERVICE_IDS, STOCK_SERVICES, type StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../api/api-error.ts'
import { orpc } from '../../api/client.ts'
import { connectPath } from '../../app/connect-return.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { TextField } from '../../components/field.tsx'
import { Notice } from '../../components/notice.tsx'
import { Select } from '../../components/select.tsx'
import { FoundGrid } from './found-grid.tsx'
import { PhotoGridSkeleton } from './photo-grid.tsx'
import styles from './picker.module.css'
import { useStockImport, type StockImport } from './use-stock-import.ts'

export interface FindPhotosProps {
  /** The company that found photos are linked to. */
  companyId: string | null
  /** Words to start with. */
  words?: string
  /** Searches for the words at once. Services allow few searches, so otherwise the user decides. */
  isStarted?: boolean
  /** Uses one photo at once; without it, several can be selected and added to the library. */
  onPick?(filePath: string): void
}

type Shape = 'tall' | 'any'

interface StockSearch {
  service: StockServiceId
  words: string
  shape: Shape
}

const SHAPES: { value: Shape; label: string }[] = [
  { value: 'tall', label: 'Portrait' },
  { value: 'any', label: 'Any shape' },
]

/** Searches services with free photos. */
export function FindPhotos({ companyId, words = '', isStarted = false, onPick }: FindPhotosProps) {
  const [typed, setTyped] = useState(words)
  const [service, setService] = useState<StockServiceId>('openverse')
  const [shape, setShape] = useState<Shape>('tall')
  const [searched, setSearch] = useState(isStarted ? words : '')
  const search: StockSearch | null = searched === '' ? null : { service, words: searched, shape }
  const importing = useStockImport(companyId)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setSearch(typed.trim())
  }
  return (
    <div className={styles.tab}>
      <form className={styles.bar} role="search" aria-label="Free photos" onSubmit={submit}>
        <div className={styles.search}>
          <TextField
            label="Search free photos"
            hideLabel
            type="search"
            placeholder="Search free photos"
            value={typed}
            maxLength={STOCK_WORDS_MAX}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" variant="primary" icon={<Search aria-hidden="true" />} disabled={typed.trim() === ''}>
          Search
        </Button>
        <div className={styles.choiceField}>
          <Select
            label="Photo service"
            hideLabel
            value={service}
            options={STOCK_SERVICE_IDS.map((id) => ({ value: id, label: STOCK_SERVICES[id].label }))}
            onChange={(next) => setService(next)}
          />
        </div>
        <div className={styles.choiceField}>
          <Select label="Shape" hideLabel value={shape} options={SHAPES} onChange={(next) => setShape(next)} />
        </div>
      </form>
      <ImportState importing={importing} />
      <Results service={service} search={search} importing={importing} onPick={onPick} />
      <p className={styles.origin}>
        Photos by{' '}
        <a href={STOCK_SERVICES[service].homepage} target="_blank" rel="noopener noreferrer">
          {STOCK_SERVICES[service].label}
        </a>
        . {STOCK_SERVICES[service].note}
      </p>
    </div>
  )
}

function ImportState({ importing }: { importing: StockImport }) {
  const { progress, problem, cancel } = importing
  return (
    <>
      {problem && <Notice kind="bad">{problem}</Notice>}
      {progress && (
        <div className={styles.progress} role="status">
          <progress max={progress.total} value={progress.done} aria-label="Adding photos" />
          <span className="tabular">
            Adding {Math.min(progress.done + 1, progress.total)} of {progress.total}
          </span>
          <Button size="small" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
    </>
  )
}

interface ResultsProps {
  service: StockServiceId
  search: StockSearch | null
  importing: StockImport
  onPick: ((filePath: string) => void) | undefined
}

function Results({ service, search, importing, onPick }: ResultsProps) {
  const services = useQuery(orpc.stock.services.queryOptions({ staleTime: 60_000 }))
  const isReady = services.data?.find(({ id }) => id === service)?.isReady !== false
  const list = useInfiniteQuery(
    orpc.stock.search.infiniteOptions({
      input: (page: number) => ({ service, shape: 'tall', words: '', ...search, page }),
      initialPageParam: 1,
      getNextPageParam: ({ next }) => next,
      enabled: search !== null && isReady,
      staleTime: 3_600_000,
      retry: false,
    }),
  )
  if (!isReady) return <KeyNeeded service={service} />
  if (search === null) {
    return (
      <EmptyState title="Find a photo" ghost="pictures" level={3}>
        Search in a word or two, such as “calm sea”.
      </EmptyState>
    )
  }
  if (list.isPending) return <PhotoGridSkeleton />
  const photos = distinct(list.data?.pages.flatMap((page) => page.photos) ?? [])
  return (
    <>
      {list.isError && (
        <Notice kind="bad" onRetry={photos.length === 0 ? list.refetch : list.fetchNextPage}>
          {errorText(list.error)}
        </Notice>
      )}
      {!list.isError && photos.length === 0 && (
        <EmptyState title="No photos found" ghost="none" level={3}>
          Try other words, or any shape.
        </EmptyState>
      )}
      {photos.length > 0 && (
        <FoundGrid
          key={JSON.stringify(search)}
          photos={photos}
          importing={importing}
          onPick={onPick}
          onMore={list.hasNextPage ? () => void list.fetchNextPage() : null}
          isLoadingMore={list.isFetchingNextPage}
        />
      )}
    </>
  )
}

/** The tokens of a photo differ between pages. */
function distinct(photos: readonly StockPhoto[]): StockPhoto[] {
  return [...new Map(photos.map((photo) => [photo.credit.id, photo])).values()]
}

function KeyNeeded({ service }: { service: StockServiceId }) {
  const { label } = STOCK_SERVICES[service]
  return (
    <EmptyState
      title={`${label} needs an API key`}
      ghost="pictures"
      level={3}
      action={
        <ButtonLink to={connectPath()} variant="primary">
          Add your key
        </ButtonLink>
      }
    >
      Keys of {label} are free. Openverse works without one.
    </EmptyState>
  )
}
