import { BOX_RANGES, STROKE_WIDTH_MAX } from '@ninesixteen/shared/slide/limits'
import { nameShape } from '@ninesixteen/shared/slide/box'
import type { ShapeBox } from '@ninesixteen/shared/slide/model'
import { CaretsToAxisDashedVertical } from 'lucide-react'
import { Disclosure } from '../../../components/disclosure.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Slider } from '../../../components/slider.tsx'
import type { Palette } from './color-chooser.tsx'
import { ColorRows, type ColorField } from './color-rows.tsx'
import { RotationFields, ShadowFields, type BoxStyler } from './common-fields.tsx'
import styles from './design-panel.module.css'
import { commonValue } from './text-targets.ts'
import { asShape, useBoxStyling } from './use-box-styling.ts'

/** Shapes that have an area, and those that are drawn by a line. */
const FILLED: readonly ShapeBox['shape'][] = ['rectangle', 'ellipse', 'bubble', 'progress']
const LINED: readonly ShapeBox['shape'][] = ['rectangle', 'ellipse', 'bubble', 'line', 'arrow', 'icon']
const ROUNDED: readonly ShapeBox['shape'][] = ['rectangle', 'bubble']

/** Line of a shape that gets its first color. */
const NEW_STROKE = { color: '#000000', width: 2 } as const

/** The look of the selected shapes. */
export function ShapeTab({ palettes }: { palettes: readonly Palette[] }) {
  const styler = useBoxStyling(asShape)
  const { boxes } = styler
  const [first] = boxes
  if (!first) return null
  const all = (shapes: readonly ShapeBox['shape'][]): boolean => boxes.every(({ shape }) => shapes.includes(shape))
  return (
    <div className={styles.sections}>
      <p className={styles.scope}>{boxes.length === 1 ? nameShape(first) : `${boxes.length} selected shapes`}</p>
      <ShapeColors styler={styler} palettes={palettes} hasFill={all(FILLED)} hasLine={all(LINED)} />
      {all(LINED) && first.stroke && (
        <Slider
          label="Line width"
          value={first.stroke.width}
          min={0.5}
          max={STROKE_WIDTH_MAX}
          step={0.5}
          onChange={(width) => styler.preview({ stroke: { color: first.stroke?.color ?? NEW_STROKE.color, width } })}
          onCommit={styler.end}
        />
      )}
      {all(ROUNDED) && (
        <Slider
          label="Corner radius"
          value={commonValue(boxes, (box) => box?.radius ?? 0).value}
          min={0}
          max={BOX_RANGES.radius[1] / 2}
          onChange={(radius) => styler.preview({ radius })}
          onCommit={styler.end}
        />
      )}
      {all(['bubble']) && (
        <div className={styles.toggles}>
          <IconButton
            size="small"
            label="Flip"
            icon={<CaretsToAxisDashedVertical aria-hidden="true" />}
            pressed={first.flip ?? false}
            onClick={() => styler.set({ flip: !first.flip })}
          />
        </div>
      )}
      <Disclosure label="Rotation and opacity">
        <RotationFields styler={styler} />
      </Disclosure>
      <Disclosure label="Shadow">
        <ShadowFields styler={styler} palettes={palettes} />
      </Disclosure>
    </div>
  )
}

interface ShapeColorsProps {
  styler: BoxStyler<ShapeBox>
  palettes: readonly Palette[]
  hasFill: boolean
  hasLine: boolean
}

function ShapeColors({ styler, palettes, hasFill, hasLine }: ShapeColorsProps) {
  const fill = commonValue(styler.boxes, (box) => box?.fill ?? null)
  const stroke = commonValue(styler.boxes, (box) => box?.stroke ?? null)
  const line = stroke.value?.color ?? null
  const fields: ColorField[] = []
  // A shape without fill and line would be invisible, so only one of them can be none.
  if (hasFill) fields.push({ id: 'fill', label: 'Fill', ...fill, drawn: fill.value, ...(hasLine && line !== null && { fallback: 'None' }) })
  if (hasLine)
    fields.push({
      id: 'stroke',
      label: 'Line',
      value: line,
      drawn: line,
      isMixed: stroke.isMixed,
      ...(hasFill && fill.value !== null && { fallback: 'None' }),
    })
  const change = (id: string, color: string | null): void => {
    if (id === 'fill') styler.preview({ fill: color })
    else styler.preview({ stroke: color === null ? null : { ...(stroke.value ?? NEW_STROKE), color } })
  }
  return fields.length === 0 ? null : <ColorRows fields={fields} palettes={palettes} onChange={change} onEnd={styler.end} />
}
