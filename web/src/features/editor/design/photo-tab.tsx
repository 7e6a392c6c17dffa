import { EFFECT_MAX, PHOTO_ZOOM_MAX, SLIDE_WIDTH, type PhotoFilter, type PhotoFit } from '@ninesixteen/shared/slide/limits'
import { MAIN_FORMAT, slideHeight } from '@ninesixteen/shared/slide/formats'
import type { PhotoEffects, PhotoPlacement, Slide } from '@ninesixteen/shared/slide/model'
import { CaretsToAxisDashedVertical, Move, RotateCw } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Slider } from '../../../components/slider.tsx'
import { LevelSliders } from '../controls/levels.tsx'
import { useEditor, useEditorSession } from '../document/session-context.ts'
import { AltTextField } from './alt-text-field.tsx'
import { BackgroundFields } from './background-fields.tsx'
import type { Palette } from './color-chooser.tsx'
import { ColorRows } from './color-rows.tsx'
import styles from './design-panel.module.css'
import { clampPlacement, effectsStyle, flipPhoto, placementStyle, turnPhoto, WHOLE_PHOTO, zoomPhoto } from './photo-framing.ts'
import { PhotoFocus } from './photo-focus.tsx'
import { knownPhotoSize, usePhotoSize } from './photo-size.ts'
import { useSlideStyling, type SlideStyler } from './use-slide-styling.ts'

/** Background, placement and effects of this slide or all slides. */
export function PhotoTab({ palettes }: { palettes: readonly Palette[] }) {
  const { store } = useEditorSession()
  const styler = useSlideStyling()
  const scope = useEditor((state) => state.scope)
  const count = useEditor((state) => state.history.present.doc.slides.length)
  const { slide } = styler
  return (
    <div className={styles.sections}>
      {count > 1 && (
        <ChoiceRow
          label="Change"
          hideLabel
          value={scope}
          options={[
            { value: 'slide', label: 'This slide' },
            { value: 'all', label: 'All slides' },
          ]}
          onChange={(next) => store.setState({ scope: next })}
        />
      )}
      <BackgroundFields styler={styler} palettes={palettes} />
      {slide.backgroundImage !== null && (
        <>
          <Placement styler={styler} palettes={palettes} path={slide.backgroundImage} />
          <Effects styler={styler} palettes={palettes} />
        </>
      )}
      <section className={styles.section} aria-label="Light">
        <LevelSliders />
      </section>
      <AltTextField />
    </div>
  )
}

const FITS: readonly { value: PhotoFit; label: string }[] = [
  { value: 'fill', label: 'Fill' },
  { value: 'blur', label: 'Blurred edges' },
  { value: 'plain', label: 'Plain edges' },
]

/** Keeps the photo's edges outside the slide where its size is known; the painter does the same for others. */
function withinPhoto(slide: Slide, placement: PhotoPlacement): PhotoPlacement {
  const size = knownPhotoSize(slide.backgroundImage)
  return size ? clampPlacement(placement, { ...size, format: slide.format }) : placement
}

function Placement({ styler, palettes, path }: { styler: SlideStyler; palettes: readonly Palette[]; path: string }) {
  const { gestures } = useEditorSession()
  const size = usePhotoSize(path)
  const { slide } = styler
  const placement = slide.photoPlacement ?? WHOLE_PHOTO
  const change = (next: (placement: PhotoPlacement, slide: Slide) => PhotoPlacement, gesture?: string): void =>
    styler.style((one) => placementStyle(withinPhoto(one, next(one.photoPlacement ?? WHOLE_PHOTO, one))), gesture)
  const zoom = (to: number): void =>
    change((before, one) => {
      const known = knownPhotoSize(one.backgroundImage)
      const at = { x: SLIDE_WIDTH / 2, y: slideHeight(one.format ?? MAIN_FORMAT) / 2 }
      return known ? zoomPhoto(before, { factor: to / before.zoom, at }, { ...known, format: one.format }) : { ...before, zoom: to }
    }, 'zoom')
  const edge = slide.backdrop?.kind === 'plain' ? slide.backdrop.color : null
  return (
    <section className={styles.section} aria-label="Placement">
      <ChoiceRow label="Fit" value={placement.fit} options={FITS} onChange={(fit) => change((before) => ({ ...before, fit }))} />
      {placement.fit === 'plain' && (
        <ColorRows
          fields={[{ id: 'edges', label: 'Edges', value: edge, drawn: edge, fallback: 'Default' }]}
          palettes={palettes}
          onChange={(_id, color) => styler.style(() => ({ backdrop: color === null ? null : { kind: 'plain', color } }), 'edges')}
          onEnd={styler.end}
        />
      )}
      {!slide.photoPlacement && <PhotoFocus styler={styler} path={path} />}
      <Slider
        label="Zoom"
        value={placement.zoom}
        min={1}
        max={PHOTO_ZOOM_MAX}
        step={0.05}
        format={(value) => `${Math.round(value * 100)}%`}
        onChange={zoom}
        onCommit={styler.end}
      />
      <div className={styles.toggles}>
        <Button
          size="small"
          icon={<Move aria-hidden="true" />}
          disabled={size === null}
          onClick={() => size && gestures.send({ type: 'adjust-photo', photo: { ...size, format: slide.format } })}
        >
          Adjust photo
        </Button>
        <span className={styles.gap} />
        <IconButton
          size="small"
          label="Flip photo"
          icon={<CaretsToAxisDashedVertical aria-hidden="true" />}
          pressed={placement.flip}
          onClick={() => change(flipPhoto)}
        />
        <IconButton size="small" label="Rotate photo by 90°" icon={<RotateCw aria-hidden="true" />} onClick={() => change(turnPhoto)} />
      </div>
      {slide.photoPlacement && (
        <Button size="small" variant="ghost" onClick={() => change(() => WHOLE_PHOTO)}>
          Reset photo
        </Button>
      )}
    </section>
  )
}

const FILTERS: readonly { value: PhotoFilter | 'none'; label: string }[] = [
  { value: 'none', label: 'None' },
  { value: 'warm', label: 'Warm' },
  { value: 'cool', label: 'Cool' },
  { value: 'mono', label: 'Mono' },
]

const DEFAULT_TINT = { color: '#8b5cf6', amount: 0 }

type Scrim = NonNullable<PhotoEffects['scrim']>

/** Where a scrim lies. Generated slides have others, which fit their texts. */
const SCRIM_EDGES = { top: { full: 0.35, end: 0.65 }, bottom: { full: 0.65, end: 0.35 } } as const
const DEFAULT_SCRIM: Scrim = { color: '#000000', amount: 0, ...SCRIM_EDGES.bottom }
const EDGES = [
  { value: 'top', label: 'Top' },
  { value: 'bottom', label: 'Bottom' },
] as const

function Effects({ styler, palettes }: { styler: SlideStyler; palettes: readonly Palette[] }) {
  const effects = styler.slide.photoEffects ?? {}
  const tint = effects.tint ?? DEFAULT_TINT
  const scrim = effects.scrim ?? DEFAULT_SCRIM
  const change = (next: { [K in keyof PhotoEffects]?: PhotoEffects[K] | null }, gesture?: string): void =>
    styler.style((one) => effectsStyle(one, next), gesture)
  const shared = { min: 0, max: EFFECT_MAX, onCommit: styler.end }
  return (
    <section className={styles.section} aria-label="Effects">
      <ChoiceRow
        label="Filter"
        value={effects.filter ?? 'none'}
        options={FILTERS}
        onChange={(filter) => change({ filter: filter === 'none' ? null : filter })}
      />
      <Slider {...shared} label="Blur" value={effects.blur ?? 0} onChange={(blur) => change({ blur }, 'blur')} />
      <Slider {...shared} label="Vignette" value={effects.vignette ?? 0} onChange={(vignette) => change({ vignette }, 'vignette')} />
      <Slider
        {...shared}
        label="Scrim"
        value={scrim.amount}
        onChange={(amount) => change({ scrim: amount === 0 ? null : { ...scrim, amount } }, 'scrim')}
      />
      {scrim.amount > 0 && (
        <>
          <ChoiceRow
            label="Scrim from"
            value={scrim.full <= scrim.end ? 'top' : 'bottom'}
            options={EDGES}
            onChange={(edge) => change({ scrim: { ...scrim, ...SCRIM_EDGES[edge] } })}
          />
          <ColorRows
            fields={[{ id: 'scrim', label: 'Scrim color', value: scrim.color, drawn: scrim.color }]}
            palettes={palettes}
            onChange={(_id, color) => color !== null && change({ scrim: { ...scrim, color } }, 'scrim')}
            onEnd={styler.end}
          />
        </>
      )}
      <Slider
        {...shared}
        label="Tint"
        value={tint.amount}
        onChange={(amount) => change({ tint: amount === 0 ? null : { ...tint, amount } }, 'tint')}
      />
      {tint.amount > 0 && (
        <ColorRows
          fields={[{ id: 'tint', label: 'Tint color', value: tint.color, drawn: tint.color }]}
          palettes={palettes}
          onChange={(_id, color) => color !== null && change({ tint: { ...tint, color } }, 'tint')}
          onEnd={styler.end}
        />
      )}
    </section>
  )
}
