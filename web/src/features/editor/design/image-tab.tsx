import { STROKE_WIDTH_MAX } from '@ninesixteen/shared/slide/limits'
import type { ImageBox } from '@ninesixteen/shared/slide/model'
import { CaretsToAxisDashedVertical } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { Disclosure } from '../../../components/disclosure.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Slider } from '../../../components/slider.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import type { Palette } from './color-chooser.tsx'
import { ColorRows } from './color-rows.tsx'
import { RotationFields, ShadowFields, type BoxStyler } from './common-fields.tsx'
import styles from './design-panel.module.css'
import { commonValue } from './text-targets.ts'
import { asImage, useBoxStyling } from './use-box-styling.ts'

/** Border of an image that gets its first color. */
const NEW_BORDER = { color: '#ffffff', width: 3 } as const

/** Everything that "Reset look" takes away. */
const PLAIN = { radius: null, border: null, flip: null, rotation: null, opacity: null, shadow: null } as const

/** The look of the selected images. */
export function ImageTab({ palettes }: { palettes: readonly Palette[] }) {
  const styler = useBoxStyling(asImage)
  const { boxes } = styler
  if (boxes.length === 0) return null
  const isFlipped = boxes.every((box) => box.flip)
  const isPlain = boxes.every((box) => box.opacity === 1 && !box.radius && !box.border && !box.flip && !box.rotation && !box.shadow)
  return (
    <div className={styles.sections}>
      <p className={styles.scope}>{boxes.length === 1 ? 'Selected image' : `${boxes.length} selected images`}</p>
      <div className={styles.toggles}>
        {boxes.length === 1 && <ActionButton action="crop" words size="small" />}
        <IconButton
          size="small"
          label="Flip image"
          icon={<CaretsToAxisDashedVertical aria-hidden="true" />}
          pressed={isFlipped}
          onClick={() => styler.set({ flip: !isFlipped })}
        />
      </div>
      <Corners styler={styler} />
      <Border styler={styler} palettes={palettes} />
      <Disclosure label="Rotation and opacity">
        <RotationFields styler={styler} />
      </Disclosure>
      <Disclosure label="Shadow">
        <ShadowFields styler={styler} palettes={palettes} />
      </Disclosure>
      {!isPlain && (
        <Button size="small" variant="ghost" wide onClick={() => styler.set(PLAIN)}>
          Reset look
        </Button>
      )}
    </div>
  )
}

function Corners({ styler }: { styler: BoxStyler<ImageBox> }) {
  const { boxes } = styler
  // A larger radius makes no difference: half of the shorter side is round already.
  const most = Math.ceil(Math.max(...boxes.map(({ width, height }) => Math.min(width, height))) / 2)
  const radius = Math.min(most, commonValue(boxes, (box) => box?.radius ?? 0).value)
  return (
    <Slider
      label="Corner radius"
      value={radius}
      min={0}
      max={most}
      onChange={(next) => styler.preview({ radius: next })}
      onCommit={styler.end}
    />
  )
}

function Border({ styler, palettes }: { styler: BoxStyler<ImageBox>; palettes: readonly Palette[] }) {
  const { value: border, isMixed } = commonValue(styler.boxes, (box) => box?.border ?? null)
  const color = border?.color ?? null
  return (
    <section className={styles.section} aria-label="Border">
      <ColorRows
        fields={[{ id: 'border', label: 'Border', value: color, drawn: color, isMixed, fallback: 'None' }]}
        palettes={palettes}
        onChange={(_id, next) => styler.preview({ border: next === null ? null : { ...(border ?? NEW_BORDER), color: next } })}
        onEnd={styler.end}
      />
      {border && (
        <Slider
          label="Border width"
          value={border.width}
          min={0.5}
          max={STROKE_WIDTH_MAX}
          step={0.5}
          onChange={(width) => styler.preview({ border: { ...border, width } })}
          onCommit={styler.end}
        />
      )}
    </section>
  )
}
