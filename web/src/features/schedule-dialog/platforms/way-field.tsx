import { ChoiceRow } from '../../../components/choice-row.tsx'

interface WayFieldProps {
  isManual: boolean
  /** Explains manual posting. */
  manualHint: string
  onChange(isManual: boolean): void
}

/** Whether the server or the user publishes the post. */
export function WayField({ isManual, manualHint, onChange }: WayFieldProps) {
  return (
    <ChoiceRow
      label="How to post"
      value={isManual ? 'hand' : 'direct'}
      options={[
        { value: 'direct', label: 'Automatically' },
        { value: 'hand', label: 'Manually' },
      ]}
      hint={isManual ? manualHint : undefined}
      onChange={(value) => onChange(value === 'hand')}
    />
  )
}
