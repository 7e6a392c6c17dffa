import type { Idea } from '@ninesixteen/shared/api/ideas'
import type { IdeaCategory } from '@ninesixteen/shared/text/idea-category'
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, errorFromResponse } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { sessionFetch } from '../../api/expected-user.ts'
import { notify } from '../../components/toast.tsx'

/** Filters of the list; an absent one shows everything. */
export interface IdeaFilter {
  companyId?: string
  category?: IdeaCategory
  favorites?: boolean
}

/** Pages of ideas as the query cache holds them. */
type IdeaPages = InfiniteData<{ ideas: Idea[]; next: string | null }>

async function findIdeas(request: { topic: string; companyId: string | null }): Promise<Idea[]> {
  if (request.topic.trim() === '') {
    throw new ApiError({ code: 'IDEA_TOPIC_REQUIRED', status: 400, message: 'Please enter a topic for post idea generation' })
  }
  const { IDEAS_PATH, IDEAS_WANTED, ideasReplySchema } = await import('@ninesixteen/shared/api/ideas')
  const response = await sessionFetch(
    new Request(IDEAS_PATH, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(request) }),
  )
  if (!response.ok) throw await errorFromResponse(response)
  const { ideas } = ideasReplySchema.parse(await response.json())
  if (ideas.length < IDEAS_WANTED) notify.info(`We found ${ideas.length} ideas this time.`)
  return ideas
}

/** Generates ideas, which appear at the top of the list. */
export function useFindIdeas() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: findIdeas,
    onSuccess: () => client.invalidateQueries({ queryKey: orpc.ideas.key() }),
  })
}

/** Ideas, newest first, by page. */
export function useIdeaList(filter: IdeaFilter) {
  return useInfiniteQuery(
    orpc.ideas.page.infiniteOptions({
      input: (after: string | undefined) => ({ ...filter, ...(after !== undefined && { after }) }),
      initialPageParam: undefined as string | undefined,
      getNextPageParam: ({ next }) => next,
      placeholderData: keepPreviousData,
    }),
  )
}

type Marks = Partial<Pick<Idea, 'isFavorite' | 'isUsed'>>

/** Marks an idea optimistically in every cached list, and reverts if saving fails. */
export function useMarkIdea() {
  const client = useQueryClient()
  const queryKey = orpc.ideas.page.key()
  const marked = (ideas: Idea[], id: string, marks: Marks) => ideas.map((idea) => (idea.id === id ? { ...idea, ...marks } : idea))
  const set = (id: string, marks: Marks) =>
    client.setQueriesData<IdeaPages>(
      { queryKey },
      (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, ideas: marked(page.ideas, id, marks) })) },
    )
  return useMutation({
    mutationFn: ({ idea, marks }: { idea: Idea; marks: Marks }) => api.ideas.update({ id: idea.id, ...marks }),
    onMutate: async ({ idea, marks }) => {
      await client.cancelQueries({ queryKey })
      set(idea.id, marks)
    },
    onError: (_cause, { idea, marks }) => {
      // Reverts only the failed mark, because the other one may have been saved meanwhile.
      set(idea.id, {
        ...(marks.isFavorite !== undefined && { isFavorite: idea.isFavorite }),
        ...(marks.isUsed !== undefined && { isUsed: idea.isUsed }),
      })
      notify.error('Failed to update idea status')
    },
  })
}
