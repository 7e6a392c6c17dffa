import type { LibraryPhoto, MediaItem, MediaPage } from '@ninesixteen/shared/api/media'
import { COUNTED_BYTES_MIN, MEDIA_PAGE_MAX, SIGNED_URL_SECONDS } from '@ninesixteen/shared/api/limits'
import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { orpc } from '../../api/client.ts'
import { fileUrl } from '../../api/file-urls.ts'
import { queryClient } from '../../app/query-client.ts'

/** The first screen comes quickly; the rest follows in large pieces. */
const FIRST_PAGE = 100

type Pages = InfiniteData<MediaPage, string | undefined>

const libraryQuery = orpc.media.page.infiniteOptions({
  input: (after: string | undefined) => ({
    limit: after === undefined ? FIRST_PAGE : MEDIA_PAGE_MAX,
    ...(after !== undefined && { after }),
  }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last: MediaPage) => last.next ?? undefined,
  // What changes here is changed in the cache; the thumbnails' links have to be asked for anew before they end.
  staleTime: (SIGNED_URL_SECONDS / 2) * 1000,
})

/** All photos of the person, newest first, as far as they have come. */
export function useLibrary() {
  const query = useInfiniteQuery(libraryQuery)
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage])
  const photos = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data])
  return {
    photos,
    total: query.data?.pages.at(-1)?.total ?? 0,
    storage: query.data?.pages.at(-1)?.storage ?? null,
    loading: query.isPending,
    failed: query.isError && photos.length === 0,
    complete: query.isSuccess && !hasNextPage,
    retry: () => void query.refetch(),
  }
}

/** Changes the library as it is held here, and lets every other list of photos be asked for anew. */
function change(edit: (pages: MediaPage[]) => MediaPage[]): void {
  const { queryKey } = libraryQuery
  queryClient.setQueryData<Pages>(queryKey, (data) => data && { ...data, pages: edit(data.pages) })
  // Pages that are on their way were read before this change, and would take its place.
  if (queryClient.isFetching({ queryKey }) > 0) void queryClient.invalidateQueries({ queryKey })
  void queryClient.invalidateQueries({ queryKey: orpc.media.list.key() })
}

function editPhotos(ids: Iterable<string>, edit: (photo: LibraryPhoto) => LibraryPhoto): void {
  const wanted = new Set(ids)
  change((pages) => pages.map((page) => ({ ...page, items: page.items.map((photo) => (wanted.has(photo.id) ? edit(photo) : photo)) })))
}

const countedBytes = ({ fileSize }: MediaItem): number => Math.max(fileSize, COUNTED_BYTES_MIN)

export const libraryCache = {
  linked: (ids: Iterable<string>, companyId: string) =>
    editPhotos(ids, (photo) => ({ ...photo, companyIds: [...photo.companyIds.filter((id) => id !== companyId), companyId] })),

  unlinked: (ids: Iterable<string>, companyId: string) =>
    editPhotos(ids, (photo) => ({ ...photo, companyIds: photo.companyIds.filter((id) => id !== companyId) })),

  tagged(changes: readonly { id: string; tags: string[] }[]) {
    const tags = new Map(changes.map((one) => [one.id, one.tags]))
    editPhotos(tags.keys(), (photo) => ({ ...photo, tags: tags.get(photo.id) ?? photo.tags }))
  },

  removed(ids: Iterable<string>) {
    const gone = new Set(ids)
    change((pages) =>
      pages.map((page) => {
        const freed = page.items.filter((photo) => gone.has(photo.id)).reduce((sum, photo) => sum + countedBytes(photo), 0)
        const used = Math.max(0, page.storage.used - freed)
        return {
          ...page,
          total: Math.max(0, page.total - gone.size),
          storage: { ...page.storage, used },
          items: page.items.filter((photo) => !gone.has(photo.id)),
        }
      }),
    )
  },

  async added(item: MediaItem) {
    const thumbnailUrl = (await fileUrl(item.filePath, 'thumbnail')) ?? ''
    const photo: LibraryPhoto = { ...item, thumbnailUrl }
    change((pages) => {
      if (pages.some((page) => page.items.some((known) => known.id === item.id))) return pages
      return pages.map((page, index) => ({
        ...page,
        total: page.total + 1,
        storage: { ...page.storage, used: page.storage.used + countedBytes(item) },
        items: index === 0 ? [photo, ...page.items] : page.items,
      }))
    })
  },

  /** The links of the thumbnails ended: all are asked for again. */
  refresh: () => queryClient.invalidateQueries({ queryKey: libraryQuery.queryKey }),
}
