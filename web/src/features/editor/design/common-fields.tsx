import type { BoxStyle } from '@ninesixteen/shared/slide/edit-boxes'
import { BOX_RANGES } from '@ninesixteen/shared/slide/limits'
import type { ShapeBox } from '@ninesixteen/shared/slide/model'
import { Button } from '../../../components/button.tsx'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { Slider } from '../../../components/slider.tsx'
import { NumberField } from '../controls/box-fields.tsx'
import type { Palette } from './color-chooser.tsx'
import { ColorRows } from './color-rows.tsx'
import styles from './design-panel.module.css'
import { commonValue, shadowName, SHADOWS, type ShadowName } from './text-targets.ts'

/** Changes the look of boxes of one kind. */
export interface BoxStyler<Box extends CommonLook = CommonLook> {
  boxes: readonly Box[]
  /** One undo step. */
  set(style: BoxStyle): void
  /** Part of an undo step that lasts until another field changes or `end`. */
  preview(style: BoxStyle): void
  end(): void
}

/** Fields that every kind of box has. */
export type CommonLook = Pick<ShapeBox, 'rotation' | 'opacity' | 'shadow'>

const ANGLES = [0, 45, 90]

export function RotationFields({ styler }: { styler: BoxStyler }) {
  const { boxes } = styler
  const rotation = commonValue(boxes, (box) => box?.rotation ?? 0).value
  const opacity = commonValue(boxes, (box) => box?.opacity ?? 1).value
  const set = (degrees: number): void => styler.preview({ rotation: degrees === 0 ? null : degrees })
  const [min, max] = BOX_RANGES.rotation
  return (
    <>
      <Slider
        label="Rotation"
        value={rotation}
        min={min}
        max={max}
        format={(value) => `${Math.round(value)}°`}
        onChange={set}
        onCommit={styler.end}
      />
      <div className={styles.angles}>
        <NumberField letter="°" name="Degrees" value={rotation} onSet={set} />
        {ANGLES.map((degrees) => (
          <Button key={degrees} size="small" aria-pressed={rotation === degrees} onClick={() => set(degrees)}>
            {degrees}°
          </Button>
        ))}
      </div>
      <Slider
        label="Opacity"
        value={Math.round(opacity * 100)}
        min={0}
        max={100}
        format={(value) => `${value}%`}
        onChange={(value) => styler.preview({ opacity: value === 100 ? null : value / 100 })}
        onCommit={styler.end}
      />
    </>
  )
}

const SHADOW_LABELS = [
  { value: 'none', label: 'None' },
  { value: 'soft', label: 'Soft' },
  { value: 'hard', label: 'Hard' },
  { value: 'glow', label: 'Glow' },
] as const satisfies readonly { value: ShadowName | 'none'; label: string }[]

export function ShadowFields({ styler, palettes }: { styler: BoxStyler; palettes: readonly Palette[] }) {
  const { value: shadow, isMixed } = commonValue(styler.boxes, (box) => box?.shadow ?? null)
  const chosen = shadow ? (shadowName(shadow) ?? '') : 'none'
  return (
    <>
      <ChoiceRow<string>
        label="Shadow"
        hideLabel
        value={isMixed ? '' : chosen}
        options={SHADOW_LABELS}
        onChange={(name) => styler.set({ shadow: name === 'none' ? null : SHADOWS[name as ShadowName] })}
      />
      {shadow && (
        <ColorRows
          fields={[{ id: 'shadow', label: 'Color', value: shadow.color, drawn: shadow.color, isMixed }]}
          palettes={palettes}
          onChange={(_id, color) => color !== null && styler.preview({ shadow: { ...shadow, color } })}
          onEnd={styler.end}
        />
      )}
    </>
  )
}
