import type { SavedStyle } from '@ninesixteen/shared/api/saved-styles'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { toApiError } from '../../../api/api-error.ts'
import { api, orpc } from '../../../api/client.ts'
import { notify } from '../../../components/toast.tsx'

export const useSavedStyles = () => useQuery(orpc.savedStyles.list.queryOptions())

/** Saves a style under a name. */
export function useSaveStyle(onSaved: (style: SavedStyle) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (style: Pick<SavedStyle, 'name' | 'look'>) => api.savedStyles.create(style),
    onSuccess: async (style) => {
      await client.invalidateQueries({ queryKey: orpc.savedStyles.key() })
      onSaved(style)
    },
  })
}

export function useRenameStyle(onRenamed: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name }: Pick<SavedStyle, 'id' | 'name'>) => api.savedStyles.rename({ id, name }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: orpc.savedStyles.key() })
      onRenamed()
    },
    onError: (error) => notify.error(toApiError(error).message),
  })
}

/** Deletes a style, and offers to save it again. */
export function useDeleteStyle() {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: orpc.savedStyles.key() })
  const restore = async ({ name, look }: SavedStyle): Promise<void> => {
    try {
      await api.savedStyles.create({ name, look })
    } catch (error) {
      notify.error(toApiError(error).message)
    }
    await refresh()
  }
  return useMutation({
    mutationFn: ({ id }: SavedStyle) => api.savedStyles.remove({ id }),
    onSuccess: async (_nothing, style) => {
      notify.action(`“${style.name}” deleted`, { label: 'Undo', onClick: () => void restore(style) })
      await refresh()
    },
    onError: (error) => notify.error(toApiError(error).message),
  })
}
