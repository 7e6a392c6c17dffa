import type { LibraryPhoto, PhotoPage, PhotoSort } from '@ninesixteen/shared/api/media'
import { keepPreviousData } from '@tanstack/react-query'
import { api, orpc } from './client.ts'

/** Search and order of the library. */
export interface PhotoQuery {
  search: string
  tag?: string
  sort: PhotoSort
}

export interface PageQuery extends PhotoQuery {
  /** A company's id, or `none`. */
  section?: string
  limit: number
  after?: string
}

/** One page of the library. The endpoint also has an array form for pages of earlier versions, which this call never requests. */
export async function readPhotoPage(page: PageQuery, signal: AbortSignal): Promise<PhotoPage> {
  const response = await api.media.list(page, { signal })
  if (Array.isArray(response)) throw new TypeError('Expected a page of the library, got an array')
  return response
}

/** The library page by page, loaded as the user scrolls. */
export function photoPagesQuery(page: Omit<PageQuery, 'after'>) {
  return {
    queryKey: orpc.media.list.key({ input: page }),
    queryFn: ({ pageParam, signal }: { pageParam: string | undefined; signal: AbortSignal }) =>
      readPhotoPage({ ...page, ...(pageParam !== undefined && { after: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: PhotoPage) => last.next ?? undefined,
    placeholderData: keepPreviousData<{ pages: PhotoPage[]; pageParams: (string | undefined)[] }>,
    select: ({ pages }: { pages: PhotoPage[] }): LibraryPhoto[] => pages.flatMap(({ items }) => items),
  }
}

/** The photos of a project's video, the same for preview, export and posts. */
export function videoPhotosQuery(projectId: string, companyId: string | null) {
  return orpc.media.videoPhotos.queryOptions({ input: { projectId, ...(companyId !== null && { companyId }) } })
}
