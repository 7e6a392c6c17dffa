import { FORMATS } from '@ninesixteen/shared/slide/formats'
import { chooseFormat, FORMAT_NAMES, useChosenFormat } from '../../app/format-choice.ts'
import { ChoiceRow } from '../../components/choice-row.tsx'
import { FormatShape } from '../../components/format-shape.tsx'

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
        icon: <FormatShape format={value} size={20} />,
      }))}
      onChange={chooseFormat}
      hint={`${FORMAT_NAMES[format]}. The slides fit every other format, too.`}
    />
  )
}
