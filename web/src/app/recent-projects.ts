import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { orpc } from '../api/client.ts'

/** Slideshows per page: shown at first, and added by each 'See More'. */
export const RECENTS_PAGE = 10

/** Pages of saved slideshows, the last changed first, filtered by the search text `q`. */
export function useRecentProjects(q = '') {
  return useInfiniteQuery(
    orpc.projects.list.infiniteOptions({
      input: (after: string | undefined) => ({ limit: RECENTS_PAGE, q, ...(after !== undefined && { after }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: (last) => last.next ?? undefined,
      placeholderData: keepPreviousData,
      // A slideshow that changed between two requests may be on both pages.
      select: ({ pages }) => ({
        total: pages.at(-1)?.total ?? 0,
        projects: [...new Map(pages.flatMap((page) => page.projects).map((project) => [project.id, project])).values()],
      }),
    }),
  )
}
