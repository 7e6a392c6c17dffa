import type { Edit } from '@ninesixteen/shared/slide/edit'
import type { Backdrop } from '@ninesixteen/shared/slide/model'
import { sameData } from '@ninesixteen/shared/slide/same-data'
import { ImageUp, Images } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { Slider } from '../../../components/slider.tsx'
import { useEditorUi } from '../document/session-context.ts'
import type { Palette } from './color-chooser.tsx'
import chooserStyles from './color-chooser.module.css'
import { ColorRows } from './color-rows.tsx'
import styles from './design-panel.module.css'
import type { SlideStyler } from './use-slide-styling.ts'

type Gradient = Extract<Backdrop, { kind: 'gradient' }>
type Kind = 'photo' | Backdrop['kind']

const KINDS: readonly { value: Kind; label: string }[] = [
  { value: 'photo', label: 'Photo' },
  { value: 'plain', label: 'Color' },
  { value: 'gradient', label: 'Gradient' },
]

/** The product's own background in the nearest colors of a gradient. */
const DUSK: Gradient = { kind: 'gradient', from: '#5c3e94', to: '#1a182e', angle: 180 }

const PRESETS: readonly { name: string; gradient: Gradient | null }[] = [
  { name: 'Dusk', gradient: null },
  { name: 'Sunrise', gradient: { kind: 'gradient', from: '#ff9a5a', to: '#d6336c', angle: 20 } },
  { name: 'Ocean', gradient: { kind: 'gradient', from: '#38bdf8', to: '#1e3a8a', angle: 0 } },
  { name: 'Forest', gradient: { kind: 'gradient', from: '#4d9f6d', to: '#12372a', angle: 0 } },
  { name: 'Peach', gradient: { kind: 'gradient', from: '#ffe5d0', to: '#ffb199', angle: 0 } },
  { name: 'Mint', gradient: { kind: 'gradient', from: '#e3fdf5', to: '#9be3cf', angle: 30 } },
  { name: 'Night', gradient: { kind: 'gradient', from: '#334155', to: '#020617', angle: 0 } },
  { name: 'Paper', gradient: { kind: 'gradient', from: '#fbfaf7', to: '#e7e2d6', angle: 0 } },
]

const css = ({ from, to, angle }: Gradient): string => `linear-gradient(${angle}deg, ${from}, ${to})`

/** The CSS background of a slide without a photo. */
export function backdropCss(backdrop: Backdrop = DUSK): string {
  return backdrop.kind === 'plain' ? backdrop.color : css(backdrop)
}

/** Photo, color or gradient behind the texts. */
export function BackgroundFields({ styler, palettes }: { styler: SlideStyler; palettes: readonly Palette[] }) {
  const ui = useEditorUi()
  const { slide, slides } = styler
  /** Photos that a color replaced, by slide, for the way back. */
  const [removed, setRemoved] = useState<ReadonlyMap<string, string>>(new Map())
  const kind: Kind = slide.backgroundImage !== null ? 'photo' : (slide.backdrop?.kind ?? 'gradient')

  const setBackdrop = (backdrop: Backdrop | null, gesture?: string): void => {
    setRemoved(
      new Map([
        ...removed,
        ...slides.flatMap(({ id, backgroundImage }) => (backgroundImage === null ? [] : [[id, backgroundImage] as const])),
      ]),
    )
    styler.perform(
      ({ id }): Edit[] => [
        { type: 'set-background', slideIds: [id], path: null },
        { type: 'style-slides', slideIds: [id], style: { backdrop } },
      ],
      gesture,
    )
  }
  const choose = (next: Kind): void => {
    if (next === 'plain')
      return setBackdrop({ kind: 'plain', color: slide.backdrop?.kind === 'gradient' ? slide.backdrop.from : '#fe2c55' })
    if (next === 'gradient') return setBackdrop(null)
    if (!slides.some(({ id }) => removed.has(id))) return ui.pick('background')
    styler.perform(({ id }) => {
      const path = removed.get(id)
      return path === undefined ? [] : [{ type: 'set-background', slideIds: [id], path }]
    })
  }
  return (
    <section className={styles.section} aria-label="Background">
      <ChoiceRow label="Background" value={kind} options={KINDS} onChange={choose} />
      {kind === 'photo' && (
        <Button size="small" wide icon={<Images aria-hidden="true" />} onClick={() => ui.pick('background')}>
          Change photo
        </Button>
      )}
      <Button size="small" wide icon={<ImageUp aria-hidden="true" />} onClick={() => ui.findPhoto()}>
        Find a photo for this slide
      </Button>
      {kind === 'plain' && slide.backdrop?.kind === 'plain' && (
        <ColorRows
          fields={[{ id: 'color', label: 'Color', value: slide.backdrop.color, drawn: slide.backdrop.color }]}
          palettes={palettes}
          onChange={(_id, color) => color !== null && setBackdrop({ kind: 'plain', color }, 'color')}
          onEnd={styler.end}
        />
      )}
      {kind === 'gradient' && (
        <GradientFields
          gradient={slide.backdrop?.kind === 'gradient' ? slide.backdrop : null}
          palettes={palettes}
          onChange={setBackdrop}
          onEnd={styler.end}
        />
      )}
    </section>
  )
}

interface GradientFieldsProps {
  /** Null for the product's own. */
  gradient: Gradient | null
  palettes: readonly Palette[]
  onChange(gradient: Gradient | null, gesture?: string): void
  onEnd(): void
}

function GradientFields({ gradient, palettes, onChange, onEnd }: GradientFieldsProps) {
  const shown = gradient ?? DUSK
  return (
    <>
      <div className={styles.presets} role="group" aria-label="Gradients">
        {PRESETS.map((preset) => (
          <button
            key={preset.name}
            type="button"
            className={chooserStyles.swatch}
            style={{ background: css(preset.gradient ?? DUSK) }}
            aria-label={preset.name}
            aria-pressed={sameData(preset.gradient, gradient)}
            onClick={() => onChange(preset.gradient)}
          />
        ))}
      </div>
      <ColorRows
        fields={[
          { id: 'from', label: 'From', value: shown.from, drawn: shown.from },
          { id: 'to', label: 'To', value: shown.to, drawn: shown.to },
        ]}
        palettes={palettes}
        onChange={(id, color) => color !== null && onChange({ ...shown, [id]: color }, `gradient ${id}`)}
        onEnd={onEnd}
      />
      <Slider
        label="Angle"
        value={shown.angle}
        min={0}
        max={359}
        format={(value) => `${value}°`}
        onChange={(angle) => onChange({ ...shown, angle }, 'gradient angle')}
        onCommit={onEnd}
      />
    </>
  )
}
