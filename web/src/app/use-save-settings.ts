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

/** Changes settings of the account: they hold at once, and what could not be saved goes back. `onShow` hears of both. */
export function useSaveSettings(onShow?: (settings: Settings) => void) {
  const { settings } = useSignedIn()
  const client = useQueryClient()
  const show = (changed: Partial<Settings>): void => {
    client.setQueryData<Me | null>(meKey, (me) => me && { ...me, settings: { ...me.settings, ...changed } })
    onShow?.({ ...settings, ...changed })
  }
  const save = useMutation({
    mutationFn: ({ changed }: Change) => api.account.updateSettings(changed),
    onMutate: async ({ changed }) => {
      // An answer that is on its way knows nothing of the change; to stop it takes back what was shown since it was asked for.
      await client.cancelQueries({ queryKey: meKey })
      show(changed)
    },
    onError: (_cause, { changed, before }) => {
      // Others may have been changed meanwhile: they stay.
      show(Object.fromEntries(Object.keys(changed).map((name) => [name, before[name as keyof Settings]])))
      notify.error('Failed to update settings')
    },
  })
  return {
    settings,
    save(changed: Partial<Settings>): void {
      // At once: a switch that stays as it was for a moment seems not to have been pressed.
      show(changed)
      save.mutate({ changed, before: settings })
    },
  }
}
