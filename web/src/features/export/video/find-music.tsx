import { STOCK_WORDS_MAX } from '@ninesixteen/shared/api/limits'
import type { FoundSound } from '@ninesixteen/shared/api/stock'
import { licenceName } from '@ninesixteen/shared/stock/credit'
import { STOCK_SERVICES } from '@ninesixteen/shared/stock/stock-services'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Pause, Play, Search } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { orpc } from '../../../api/client.ts'
import { Button } from '../../../components/button.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Entry, EntryList } from '../../../components/entry-list.tsx'
import { TextField } from '../../../components/field.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { trackLength } from './track-length.ts'
import type { AddTrack } from './use-add-track.ts'
import { useFoundSounds, type FoundSounds } from './use-found-sounds.ts'
import styles from './video-options.module.css'

export interface FindMusicProps {
  adding: AddTrack
  onClose(): void
}

/** Searches for free music, plays it and adds it as a track. */
export function FindMusic({ adding, onClose }: FindMusicProps) {
  const [typed, setTyped] = useState('')
  const [words, setWords] = useState('')
  const { label, homepage } = STOCK_SERVICES.openverse
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setWords(typed.trim())
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Find music">
      <div className={styles.sound}>
        <form className={styles.track} role="search" aria-label="Free music" onSubmit={submit}>
          <TextField
            label="Search free music"
            hideLabel
            type="search"
            placeholder="Search free music"
            value={typed}
            maxLength={STOCK_WORDS_MAX}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" variant="primary" icon={<Search aria-hidden="true" />} disabled={typed.trim() === ''}>
            Search
          </Button>
        </form>
        <Results key={words} words={words} adding={adding} />
        <p className={styles.origin}>
          Music by{' '}
          <a href={homepage} target="_blank" rel="noopener noreferrer">
            {label}
          </a>
          . Public domain and CC BY tracks of up to ten minutes.
        </p>
      </div>
    </Dialog>
  )
}

function Results({ words, adding }: { words: string; adding: AddTrack }) {
  const found = useFoundSounds()
  const list = useInfiniteQuery(
    orpc.stock.sounds.infiniteOptions({
      input: (page: number) => ({ words, page }),
      initialPageParam: 1,
      getNextPageParam: ({ next }) => next,
      // Services allow few searches, so the user decides.
      enabled: words !== '',
      staleTime: 3_600_000,
      retry: false,
    }),
  )
  if (words === '') {
    return (
      <EmptyState title="Find a track" ghost="none" level={3}>
        Search in a word or two, such as “calm piano”.
      </EmptyState>
    )
  }
  if (list.isPending) return <Skeleton height={180} />
  // The tokens of a sound differ between pages.
  const sounds = [...new Map((list.data?.pages ?? []).flatMap((page) => page.sounds.map((sound) => [sound.credit.id, sound]))).values()]
  const problem = adding.error ?? found.problem
  return (
    <>
      {problem && <Notice kind="bad">{problem}</Notice>}
      {list.isError && (
        <Notice kind="bad" onRetry={sounds.length === 0 ? list.refetch : list.fetchNextPage}>
          {errorText(list.error)}
        </Notice>
      )}
      {!list.isError && sounds.length === 0 && (
        <EmptyState title="No music found" ghost="none" level={3}>
          Try other words.
        </EmptyState>
      )}
      {sounds.length > 0 && (
        <EntryList>
          {sounds.map((sound) => (
            <FoundEntry key={sound.credit.id} sound={sound} found={found} adding={adding} />
          ))}
        </EntryList>
      )}
      {list.hasNextPage && (
        <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </>
  )
}

function FoundEntry({ sound, found, adding }: { sound: FoundSound; found: FoundSounds; adding: AddTrack }) {
  const [isAdded, setAdded] = useState(false)
  const { token, credit, seconds } = sound
  const name = credit.title || 'Untitled track'
  const isPlaying = found.listening?.token === token
  const add = (): void => {
    setAdded(true)
    found.stop()
    void adding.add({ name, token, open: () => found.fileOf(token) }).finally(() => setAdded(false))
  }
  const licence = (
    <a href={credit.pageUrl} target="_blank" rel="noopener noreferrer">
      {licenceName(credit)}
      <span className="visually-hidden">, page of {name}</span>
    </a>
  )
  return (
    <Entry
      icon={
        <IconButton
          label={isPlaying ? `Stop ${name}` : `Listen to ${name}`}
          icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
          disabled={adding.share !== null}
          aria-busy={isPlaying && found.listening?.isLoading}
          onClick={() => (isPlaying ? found.stop() : void found.listen(token))}
        />
      }
      name={name}
      facts={[[credit.author, trackLength(seconds)].filter((fact) => fact !== null).join(', '), licence]}
    >
      <Button size="small" busy={isAdded} disabled={adding.share !== null && !isAdded} onClick={add}>
        {isAdded ? `${Math.round((adding.share ?? 0) * 100)} %` : 'Add'}
        <span className="visually-hidden"> {name}</span>
      </Button>
    </Entry>
  )
}
