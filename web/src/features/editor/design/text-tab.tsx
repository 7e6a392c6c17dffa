import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { BOX_RANGES, TEXT_ALIGNMENTS, type TextAlignment } from '@ninesixteen/shared/slide/limits'
import { Bold, CaseUpper, Italic, TextAlignCenter, TextAlignEnd, TextAlignStart } from 'lucide-react'
import { paths } from '../../../app/paths.ts'
import { useUploadedFonts } from '../../../app/uploaded-fonts.ts'
import { Button } from '../../../components/button.tsx'
import { Disclosure } from '../../../components/disclosure.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Link } from '../../../components/link.tsx'
import { lazyPart } from '../../../components/load-part.tsx'
import { Skeleton } from '../../../components/skeleton.tsx'
import { Slider } from '../../../components/slider.tsx'
import { ActionButton } from '../actions/action-button.tsx'
import { SlideshowCompany } from '../brand/slideshow-company.tsx'
import { useCompanyBrand } from '../brand/use-company-brand.ts'
import { useEditorSession } from '../document/session-context.ts'
import type { Palette } from './color-chooser.tsx'
import { RotationFields, ShadowFields } from './common-fields.tsx'
import styles from './design-panel.module.css'
import { FontPicker } from './font-picker.tsx'
import { abilitiesOf, BOLD_FROM } from './search-fonts.ts'
import { TextColors } from './text-colors.tsx'
import { commonValue, NO_OWN_STYLE, OWN_FIELDS, sharedStyle } from './text-targets.ts'
import { useTextStyling, type TextStyler } from './use-text-styling.ts'

const BrandLooks = lazyPart(async () => (await import('../brand/brand-looks.tsx')).BrandLooks, <Skeleton height={84} />)
const EmphasisFields = lazyPart(async () => (await import('./emphasis-fields.tsx')).EmphasisFields, <Skeleton height={84} />)
const SavedStyles = lazyPart(async () => (await import('../saved-styles/saved-styles.tsx')).SavedStyles, <Skeleton height={84} />)

/** Weights that the toggle sets. */
const WEIGHTS = { normal: 400, bold: 700 }

const ALIGNMENT_ICONS = {
  left: { label: 'Align text left', icon: TextAlignStart },
  center: { label: 'Centre text', icon: TextAlignCenter },
  right: { label: 'Align text right', icon: TextAlignEnd },
} as const satisfies Record<TextAlignment, object>

/** The look of the selected texts or, without any, of all texts of the slide. */
export function TextTab({ background, palettes }: { background: PixelImage | null; palettes: readonly Palette[] }) {
  const styler = useTextStyling()
  const { company, brand, isLoading } = useCompanyBrand()
  const { boxes, isSelection } = styler.targets
  if (boxes.length === 0) {
    return (
      <div className={styles.sections}>
        <p className={styles.scope}>This slide has no text.</p>
        <ActionButton action="addText" words size="small" />
      </div>
    )
  }
  const [only] = boxes.length === 1 ? boxes : []
  const changes = !isSelection ? 'All texts on this slide' : boxes.length === 1 ? 'Selected text' : `${boxes.length} selected texts`
  return (
    <div className={styles.sections}>
      <p className={styles.scope}>{changes}</p>
      <Typeface styler={styler} />
      <TextColors styler={styler} background={background} palettes={palettes} />
      {only && only.text.trim() !== '' && (
        <Disclosure label="Emphasis" lazy>
          <EmphasisFields styler={styler} box={only} palettes={palettes} />
        </Disclosure>
      )}
      <Disclosure label="Spacing">
        <Spacing styler={styler} />
      </Disclosure>
      <Disclosure label="Rotation and opacity">
        <RotationFields styler={styler} />
      </Disclosure>
      <Disclosure label="Shadow">
        <ShadowFields styler={styler} palettes={palettes} />
      </Disclosure>
      <WholeStyle styler={styler} />
      <Disclosure label="Saved styles" lazy>
        <SavedStyles styler={styler} />
      </Disclosure>
      {company && (
        <Disclosure label="Brand" lazy>
          <SlideshowCompany shown={company.name} />
          {brand && <BrandLooks brand={brand} styler={styler} />}
          {!brand && !isLoading && (
            <p className={styles.scope}>
              {company.name} has no brand yet. <Link to={paths.settingsGeneral}>Add one in Settings</Link>
            </p>
          )}
        </Disclosure>
      )}
    </div>
  )
}

function Typeface({ styler }: { styler: TextStyler }) {
  const { boxes } = styler.targets
  const uploads = useUploadedFonts()
  const font = commonValue(boxes, (box) => box?.font ?? null)
  const isBold = boxes.every((box) => box.fontWeight >= BOLD_FROM)
  const isItalic = boxes.every((box) => box.italic)
  const abilities = boxes.map((box) => abilitiesOf(box.font ?? null, uploads))
  const [canBold, canItalic] = [abilities.some(({ bold }) => bold), abilities.some(({ italic }) => italic)]
  const isUpper = boxes.every((box) => box.uppercase)
  const align = commonValue(boxes, (box) => box?.align ?? 'center')
  return (
    <section className={styles.section} aria-label="Font">
      <FontPicker
        {...font}
        onPreview={(next) => styler.preview({ font: next })}
        onKeep={styler.end}
        onDiscard={() => styler.discard('font')}
      />
      <div className={styles.toggles}>
        <IconButton
          size="small"
          label="Bold"
          icon={<Bold aria-hidden="true" />}
          hint={canBold ? undefined : 'This font has one weight'}
          disabled={!canBold}
          pressed={isBold}
          onClick={() => styler.set({ fontWeight: isBold ? WEIGHTS.normal : WEIGHTS.bold })}
        />
        <IconButton
          size="small"
          label="Italic"
          icon={<Italic aria-hidden="true" />}
          hint={canItalic ? undefined : 'This font has no italic'}
          disabled={!canItalic && !isItalic}
          pressed={isItalic}
          onClick={() => styler.set({ italic: isItalic ? null : true })}
        />
        <IconButton
          size="small"
          label="Capitals"
          icon={<CaseUpper aria-hidden="true" />}
          pressed={isUpper}
          onClick={() => styler.set({ uppercase: isUpper ? null : true })}
        />
        <span className={styles.gap} />
        {TEXT_ALIGNMENTS.map((value) => {
          const { label, icon: Icon } = ALIGNMENT_ICONS[value]
          return (
            <IconButton
              key={value}
              size="small"
              label={label}
              icon={<Icon aria-hidden="true" />}
              pressed={!align.isMixed && align.value === value}
              onClick={() => styler.set({ align: value === 'center' ? null : value })}
            />
          )
        })}
      </div>
    </section>
  )
}

/** Values at which texts without their own are drawn. */
const DRAWN = { lineHeight: 1.26, letterSpacing: 0 }

function Spacing({ styler }: { styler: TextStyler }) {
  const { boxes } = styler.targets
  const lineHeight = commonValue(boxes, (box) => box?.lineHeight ?? DRAWN.lineHeight).value
  const letterSpacing = commonValue(boxes, (box) => box?.letterSpacing ?? DRAWN.letterSpacing).value
  return (
    <>
      <Slider
        label="Line height"
        value={lineHeight}
        min={BOX_RANGES.lineHeight[0]}
        max={BOX_RANGES.lineHeight[1]}
        step={0.02}
        format={(value) => value.toFixed(2)}
        onChange={(value) => styler.preview({ lineHeight: value })}
        onCommit={styler.end}
      />
      <Slider
        label="Letter spacing"
        value={letterSpacing}
        min={BOX_RANGES.letterSpacing[0]}
        max={BOX_RANGES.letterSpacing[1]}
        step={0.01}
        format={(value) => `${Math.round(value * 100)}%`}
        onChange={(value) => styler.preview({ letterSpacing: value === 0 ? null : value })}
        onCommit={styler.end}
      />
      <Button size="small" variant="ghost" onClick={() => styler.set({ lineHeight: null, letterSpacing: null })}>
        Reset spacing
      </Button>
    </>
  )
}

/** Everything at once: onto all slides, to and from other texts, or back to the style. */
function WholeStyle({ styler }: { styler: TextStyler }) {
  const { store } = useEditorSession()
  const { boxes } = styler.targets
  const slides = store.doc().slides
  const hasOwn = boxes.some((box) => OWN_FIELDS.some((field) => box[field] !== undefined))
  const applyToAll = (): void => {
    const slideIds = slides.map((slide) => slide.id)
    if (store.perform({ type: 'style-texts', slideIds, style: sharedStyle(boxes) })) store.announce('Style applied to all slides')
  }
  return (
    <div className={styles.whole}>
      {slides.length > 1 && (
        <>
          <Button size="small" wide onClick={applyToAll}>
            Apply text style to all slides
          </Button>
          <ActionButton action="applyLook" words size="small" />
        </>
      )}
      <div className={styles.pair}>
        <ActionButton action="copyStyle" words size="small" />
        <ActionButton action="pasteStyle" words size="small" />
      </div>
      {hasOwn && (
        <Button size="small" variant="ghost" wide onClick={() => styler.set(NO_OWN_STYLE)}>
          Reset to style
        </Button>
      )}
    </div>
  )
}
