import { ChoiceRow } from '../../../components/choice-row.tsx'

interface WayFieldProps {
  isManual: boolean
  /** Says how a manual post works. */
  manualHint: string
  onChange(isManual: boolean): void
}

/** Whether the server publishes a post or its user does. */
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
      onChange={(way) => onChange(way === 'hand')}
    />
  )
}
