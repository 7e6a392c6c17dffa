import type { Me } from '@ninesixteen/shared/api/account'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { meKey, useSignedIn } from '../../app/session.ts'
import { applyTheme, LIGHT_SYSTEM } from '../../app/theme.ts'
import { Panel } from '../../components/panel.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { notify } from '../../components/toast.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import styles from './appearance.module.css'

type Look = Pick<Me['settings'], 'theme' | 'themeFollowsSystem'>

/** Settings, Appearance: takes effect at once, and is kept with the account. */
export function AppearanceSettings() {
  const { settings } = useSignedIn()
  const client = useQueryClient()
  const show = ({ theme, themeFollowsSystem }: Look) => {
    applyTheme(themeFollowsSystem ? null : theme)
    client.setQueryData<Me | null>(meKey, (me) => me && { ...me, settings: { ...me.settings, theme, themeFollowsSystem } })
  }
  const save = useMutation({
    mutationFn: (look: Look) => api.account.updateSettings(look),
    onMutate: (look) => {
      show(look)
      return settings
    },
    onError: (_cause, _look, before) => {
      if (before) show(before)
      notify.error('Failed to update settings')
    },
  })
  const ofSystem = useMediaQuery(LIGHT_SYSTEM) ? 'light' : 'dark'
  const shown = settings.themeFollowsSystem ? ofSystem : settings.theme
  return (
    <Panel title="Appearance" id="appearance-heading">
      <div className={styles.switches}>
        <SwitchField
          label="Dark Mode"
          hint="Dark lets the slides stand out; light is easier to read in the sun."
          checked={shown === 'dark'}
          onChange={(dark) => save.mutate({ theme: dark ? 'dark' : 'light', themeFollowsSystem: false })}
        />
        <SwitchField
          label="Follow the system"
          hint="Dark or light as this device is set, and along with it when that changes."
          checked={settings.themeFollowsSystem}
          onChange={(follows) => save.mutate({ theme: shown, themeFollowsSystem: follows })}
        />
      </div>
    </Panel>
  )
}
