import { CONTENT_STYLES, type ContentStyle } from '@ninesixteen/shared/content-types/ids'
import { CONTENT_TYPES, firstTypeOf } from '@ninesixteen/shared/content-types/registry'
import { Panel } from '../../components/panel.tsx'
import { Select } from '../../components/select.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import styles from './appearance.module.css'
import { useSaveSettings } from '../../app/use-save-settings.ts'

const STYLES: Record<ContentStyle, string> = { educational: 'Educational', personal: 'Personal', motivational: 'Motivational' }
const OPTIONS = CONTENT_STYLES.map((value) => ({ value, label: STYLES[value], detail: CONTENT_TYPES[firstTypeOf(value)].label }))

/** Settings, General: defaults of new slideshows, and automatic saving. */
export function NewSlideshows() {
  const { settings, save } = useSaveSettings()
  return (
    <Panel title="Slideshows" id="slideshows-heading">
      <div className={styles.switches}>
        <Select<ContentStyle>
          label="Default content style"
          hint="The generator starts with this style."
          value={settings.defaultContentStyle}
          options={OPTIONS}
          onChange={(defaultContentStyle) => save({ defaultContentStyle })}
        />
        <SwitchField
          label="Save automatically"
          hint="When off, changes to text, colors and images wait for Save Changes."
          checked={settings.autoSave}
          onChange={(autoSave) => save({ autoSave })}
        />
      </div>
    </Panel>
  )
}
