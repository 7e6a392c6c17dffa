import type { Idea } from '@ninesixteen/shared/api/ideas'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, errorFromResponse } from '../../api/api-error.ts'
import { api, orpc } from '../../api/client.ts'
import { sessionFetch } from '../../api/session-fetch.ts'
import { notify } from '../../components/toast.tsx'

/** The filter of the list: every idea, or those of one company. */
export type IdeaFilter = { companyId?: string }

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
  if (ideas.length < IDEAS_WANTED) notify.info(`The AI found ${ideas.length} ideas this time.`)
  return ideas
}

/** Asks for new ideas; they stand at the top of the list. */
export function useFindIdeas() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: findIdeas,
    onSuccess: () => client.invalidateQueries({ queryKey: orpc.ideas.key() }),
  })
}

export function useIdeaList(filter: IdeaFilter) {
  return useQuery(orpc.ideas.list.queryOptions({ input: filter }))
}

type Marks = Partial<Pick<Idea, 'isFavorite' | 'isUsed'>>

/** Star and tick hold at once, under every filter, and go back when saving them fails. */
export function useMarkIdea() {
  const client = useQueryClient()
  const queryKey = orpc.ideas.list.key()
  const set = (id: string, marks: Marks) =>
    client.setQueriesData<Idea[]>({ queryKey }, (ideas) => ideas?.map((idea) => (idea.id === id ? { ...idea, ...marks } : idea)))
  return useMutation({
    mutationFn: ({ idea, marks }: { idea: Idea; marks: Marks }) => api.ideas.update({ id: idea.id, ...marks }),
    onMutate: async ({ idea, marks }) => {
      await client.cancelQueries({ queryKey })
      set(idea.id, marks)
    },
    onError: (_cause, { idea, marks }) => {
      // Only what failed goes back: the other mark may have been saved meanwhile.
      set(idea.id, {
        ...(marks.isFavorite !== undefined && { isFavorite: idea.isFavorite }),
        ...(marks.isUsed !== undefined && { isUsed: idea.isUsed }),
      })
      notify.error('Failed to update idea status')
    },
  })
}
