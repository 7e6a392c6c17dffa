import { usePublicConfig } from '../../app/public-config.ts'
import { useMe } from '../../app/session.ts'
import { Disclosure } from '../../components/disclosure.tsx'
import { TextField } from '../../components/field.tsx'
import { Select } from '../../components/select.tsx'
import { TONE_MAX, type GeneratorDraft } from './generator-draft.ts'

export interface AdvancedSettingsProps {
  draft: GeneratorDraft
  change(patch: Partial<GeneratorDraft>): void
}

export function AdvancedSettings({ draft, change }: AdvancedSettingsProps) {
  const localModel = useMe().data?.localModel ?? null
  const offered = usePublicConfig().models
  const models = localModel === null ? offered : [localModel]
  const [standard] = models
  return (
    <Disclosure label="Advanced Settings" summary={draft.tone || undefined}>
      <TextField
        label="Tone"
        value={draft.tone}
        maxLength={TONE_MAX}
        placeholder="warm, a little dry, like a friend"
        onChange={(event) => change({ tone: event.target.value })}
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
