import type { Me } from '@ninesixteen/shared/api/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { meKey, useSignedIn } from './session.ts'
import { notify } from '../components/toast.tsx'

type Settings = Me['settings']

interface Change {
  changed: Partial<Settings>
  before: Settings
}

const mutationKey = ['settings']

/** Saves account settings optimistically and reverts them on failure. Calls `onShow` for both. */
export function useSaveSettings(onShow?: (settings: Settings) => void) {
  const { settings } = useSignedIn()
  const client = useQueryClient()
  const applyToCache = (changed: Partial<Settings>): void => {
    client.setQueryData<Me | null>(meKey, (me) => me && { ...me, settings: { ...me.settings, ...changed } })
    onShow?.({ ...settings, ...changed })
  }
  const save = useMutation({
    mutationKey,
    mutationFn: ({ changed }: Change) => api.account.updateSettings(changed),
    onError: (_cause, { changed, before }) => {
      // Reverts only these settings; others may have changed meanwhile.
      applyToCache(Object.fromEntries(Object.keys(changed).map((name) => [name, before[name as keyof Settings]])))
      notify.error('Failed to update settings')
    },
    onSettled: () => {
      // A response that was read before the last change was saved may have arrived after it.
      if (client.isMutating({ mutationKey }) === 1) void client.invalidateQueries({ queryKey: meKey })
    },
  })
  return {
    settings,
    save(changed: Partial<Settings>): void {
      // A response in flight lacks the change, and cancelling it reverts the cache.
      void client.cancelQueries({ queryKey: meKey })
      applyToCache(changed)
      save.mutate({ changed, before: settings })
    },
  }
}
