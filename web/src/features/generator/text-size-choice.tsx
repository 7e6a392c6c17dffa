import { TEXT_SIZES, type TextSize } from '@ninesixteen/shared/content-types/text-sizes'
import { useSaveSettings } from '../../app/use-save-settings.ts'
import { ChoiceRow } from '../../components/choice-row.tsx'
import styles from './generator-panel.module.css'

const SIZES: Record<TextSize, { label: string; hint: string; fontSize: number }> = {
  standard: { label: 'Standard', hint: 'Leaves the most of the photo free.', fontSize: 23 },
  larger: { label: 'Larger', hint: 'Easier to read on a phone.', fontSize: 29 },
  largest: { label: 'Largest', hint: 'For a few short words.', fontSize: 35 },
}

/** The middle of a slide, 256 units wide, with its text in this size. */
function Preview({ fontSize }: { fontSize: number }) {
  return (
    <svg viewBox="0 0 256 120" className={styles.sizePreview} aria-hidden="true">
      <rect width="256" height="120" />
      {['softer', 'mornings'].map((line, index) => (
        <text key={line} x="128" y={60 + fontSize * (1.15 * index - 0.2)} fontSize={fontSize}>
          {line}
        </text>
      ))}
    </svg>
  )
}

/** Chooses the text size of new slides, a setting of the account. */
export function TextSizeChoice() {
  const { settings, save } = useSaveSettings()
  return (
    <ChoiceRow
      label="Text size"
      value={settings.textSize}
      options={TEXT_SIZES.map((value) => ({ value, label: SIZES[value].label, icon: <Preview fontSize={SIZES[value].fontSize} /> }))}
      onChange={(textSize) => save({ textSize })}
      hint={SIZES[settings.textSize].hint}
    />
  )
}
