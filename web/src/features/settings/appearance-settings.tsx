import { applyTheme, LIGHT_SYSTEM, themeChosenIn } from '../../app/theme.ts'
import { Panel } from '../../components/panel.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { useMediaQuery } from '../../components/use-media-query.ts'
import styles from './appearance.module.css'
import { useSaveSettings } from '../../app/use-save-settings.ts'

/** Settings, Appearance: applies at once and is saved with the account. */
export function AppearanceSettings() {
  const { settings, save } = useSaveSettings((shown) => applyTheme(themeChosenIn(shown)))
  const systemTheme = useMediaQuery(LIGHT_SYSTEM) ? 'light' : 'dark'
  const theme = settings.themeFollowsSystem ? systemTheme : settings.theme
  return (
    <Panel title="Appearance" id="appearance-heading">
      <div className={styles.switches}>
        <SwitchField
          label="Dark Mode"
          hint="Dark makes slides pop; light is easier to read in the sun."
          checked={theme === 'dark'}
          onChange={(dark) => save({ theme: dark ? 'dark' : 'light', themeFollowsSystem: false })}
        />
        <SwitchField
          label="Follow the system"
          hint="Dark or light, whichever this device is set to."
          checked={settings.themeFollowsSystem}
          onChange={(follows) => save({ theme, themeFollowsSystem: follows })}
        />
      </div>
    </Panel>
  )
}
