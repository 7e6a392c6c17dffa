import type { Me, Theme } from '@ninesixteen/shared/api/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { meKey, useSignedIn } from '../../app/session.ts'
import { applyTheme } from '../../app/theme.ts'
import { Panel } from '../../components/panel.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { notify } from '../../components/toast.tsx'

/** Settings, Appearance: takes effect at once, and is kept with the account. */
export function AppearanceSettings() {
  const { settings } = useSignedIn()
  const client = useQueryClient()
  const setTheme = (theme: Theme) => {
    applyTheme(theme)
    client.setQueryData<Me | null>(meKey, (me) => me && { ...me, settings: { ...me.settings, theme } })
  }
  const save = useMutation({
    mutationFn: (theme: Theme) => api.account.updateSettings({ theme }),
    onMutate: (theme) => {
      setTheme(theme)
      return settings.theme
    },
    onError: (_cause, _theme, before) => {
      if (before) setTheme(before)
      notify.error('Failed to update settings')
    },
  })
  return (
    <Panel title="Appearance" id="appearance-heading">
      <SwitchField
        label="Dark Mode"
        hint="Dark lets the slides stand out; light is easier to read in the sun."
        checked={settings.theme === 'dark'}
        onChange={(dark) => save.mutate(dark ? 'dark' : 'light')}
      />
    </Panel>
  )
}
