import { SUGGESTION_TEXT_MAX, SUGGESTIONS_EXCLUDED_MAX } from '@ninesixteen/shared/api/limits'
import { searchWordsOf } from '@ninesixteen/shared/photos/search-words'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, orpc } from '../../../api/client.ts'
import { useEditorSession, useStatus } from '../document/session-context.ts'

interface OtherPhotos {
  /** By slide; a slide for which no other photo fits is left out. */
  photos: ReadonlyMap<string, string>
  isLoading: boolean
  hasFailed: boolean
  /** Offers one slide a further photo. */
  swap(slide: Slide): void
  swapAll(): void
}

/** Other photos for the slides that are open now, by the words of each. */
export function useOtherPhotos(slides: readonly Slide[]): OtherPhotos {
  const { project, store } = useEditorSession()
  const companyId = useStatus((status) => status.companyId)
  const [opened] = useState(slides)
  const [seen, setSeen] = useState<readonly string[]>([])
  const [swapped, setSwapped] = useState<ReadonlyMap<string, string>>(new Map())
  const present = opened.flatMap(({ backgroundImage }) => backgroundImage ?? [])

  const ask = (wanted: readonly Slide[], without: readonly string[]) =>
    api.media.suggest({
      topic: project.topic.slice(0, SUGGESTION_TEXT_MAX),
      companyId,
      words: wanted.map((slide) => searchWordsOf(slide)),
      without: [...new Set(without)].slice(-SUGGESTIONS_EXCLUDED_MAX),
    })
  /** Photos not seen yet and, after the last of them, earlier ones again. */
  async function suggest(wanted: readonly Slide[], shown: readonly string[]): Promise<(string | null)[]> {
    const fresh = await ask(wanted, [...seen, ...shown])
    if (seen.length === 0 || fresh.every((path) => path !== null)) return fresh
    const again = await ask(wanted, [...shown, ...fresh.flatMap((path) => path ?? [])])
    return fresh.map((path, index) => path ?? again[index] ?? null)
  }

  const all = useQuery({
    queryKey: [...orpc.media.suggest.key(), project.id, seen],
    queryFn: () => suggest(opened, present),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 0,
  })
  const { data } = all
  const photos = useMemo(
    () =>
      new Map(
        opened.flatMap(({ id }, index) => {
          const path = swapped.get(id) ?? data?.[index]
          return path ? [[id, path] as const] : []
        }),
      ),
    [opened, swapped, data],
  )
  const another = useMutation({
    mutationFn: (slide: Slide) => suggest([slide], [...present, ...photos.values(), ...swapped.values()]),
    onSuccess: ([path], { id }) => {
      if (path) setSwapped(new Map(swapped).set(id, path))
      else store.announce('No other photo fits this slide')
    },
  })
  return {
    photos,
    isLoading: all.isFetching || another.isPending,
    hasFailed: all.isError || another.isError,
    swap: (slide) => another.mutate(slide),
    swapAll: () => {
      setSeen([...seen, ...photos.values()])
      setSwapped(new Map())
    },
  }
}
