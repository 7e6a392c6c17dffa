import { aspectRatio, FORMATS } from '@ninesixteen/shared/slide/formats'
import { chooseFormat, FORMAT_NAMES, useChosenFormat } from '../../app/format-choice.ts'
import { ChoiceRow } from '../../components/choice-row.tsx'
import styles from './generator-panel.module.css'

/** Chooses the format in which new slides are shown; each can be shown in any other later. */
export function FormatChoice() {
  const format = useChosenFormat()
  return (
    <ChoiceRow
      label="Format"
      value={format}
      options={FORMATS.map((value) => ({
        value,
        label: value,
        icon: <span className={styles.formatShape} style={{ aspectRatio: aspectRatio({ format: value }) }} aria-hidden="true" />,
      }))}
      onChange={chooseFormat}
      hint={`${FORMAT_NAMES[format]}. The slides fit every other format, too.`}
    />
  )
}
