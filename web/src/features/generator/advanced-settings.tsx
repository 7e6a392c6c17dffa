import { TEXT_SIZES, type TextSize } from '@ninesixteen/shared/content-types/text-sizes'
import { usePublicConfig } from '../../app/public-config.ts'
import { Disclosure } from '../../components/disclosure.tsx'
import { TextField } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import { useSaveSettings } from '../../app/use-save-settings.ts'
import { TONE_MAX, type GeneratorDraft } from './generator-draft.ts'

const SIZES: Record<TextSize, { label: string; detail?: string }> = {
  standard: { label: 'Standard' },
  larger: { label: 'Larger', detail: 'easier to read on a phone' },
  largest: { label: 'Largest', detail: 'for a few short words' },
}

export interface AdvancedSettingsProps {
  draft: GeneratorDraft
  change(patch: Partial<GeneratorDraft>): void
}

export function AdvancedSettings({ draft, change }: AdvancedSettingsProps) {
  const models = usePublicConfig().models
  const [standard] = models
  const { settings, save } = useSaveSettings()
  return (
    <Disclosure label="Advanced Settings" summary={draft.tone || undefined}>
      <TextField
        label="Tone"
        value={draft.tone}
        maxLength={TONE_MAX}
        placeholder="warm, a little dry, like a friend"
        onChange={(event) => change({ tone: event.target.value })}
      />
      <Select
        label="Text size"
        value={settings.textSize}
        options={TEXT_SIZES.map((value) => ({ value, ...SIZES[value] }))}
        onChange={(textSize) => save({ textSize })}
      />
      {standard !== undefined && (
        <Select
          label="Model"
          value={models.includes(draft.model) ? draft.model : standard}
          options={models.map((model) => ({ value: model, label: model, detail: model === standard ? 'Standard' : undefined }))}
          onChange={(model) => change({ model: model === standard ? '' : model })}
        />
      )}
    </Disclosure>
  )
}
