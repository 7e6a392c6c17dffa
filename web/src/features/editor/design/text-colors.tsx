import type { PixelImage } from '@ninesixteen/shared/scene/pixel-image'
import { readability } from '@ninesixteen/shared/scene/readability'
import type { TextLook } from '@ninesixteen/shared/scene/text-style'
import type { TextBox } from '@ninesixteen/shared/slide/model'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { SwitchField } from '../../../components/switch-field.tsx'
import { useEditorSession } from '../document/session-context.ts'
import { rotatedBounds } from '../stage/frame-style.ts'
import type { Palette } from './color-chooser.tsx'
import { ColorRows, type ColorField } from './color-rows.tsx'
import styles from './design-panel.module.css'
import { luminancesBelow, readableColors } from './readable-colors.ts'
import { commonValue } from './text-targets.ts'
import { lookOf, type TextStyler } from './use-text-styling.ts'

const FIELDS = [
  { id: 'textColor', label: 'Text', drawn: (look: TextLook) => look.fill },
  { id: 'outlineColor', label: 'Outline', drawn: (look: TextLook) => look.outline },
  { id: 'highlightColor', label: 'Highlight', drawn: (look: TextLook) => look.highlight },
] as const satisfies readonly { id: keyof TextBox; label: string; drawn(look: TextLook): string | null }[]

interface TextColorsProps {
  styler: TextStyler
  background: PixelImage | null
  palettes: readonly Palette[]
}

/** Colors of letters, outline and highlight, and whether the texts can be read with them. */
export function TextColors({ styler, background, palettes }: TextColorsProps) {
  const { slide, targets } = styler
  const [first] = targets.boxes
  if (!first) return null
  const look = lookOf(slide, first)
  const fields = FIELDS.map(({ id, label, drawn }): ColorField => {
    const { value, isMixed } = commonValue(targets.boxes, (box) => box?.[id] ?? null)
    return { id, label, value, isMixed, drawn: drawn(look), fallback: 'From style' }
  })
  return (
    <section className={styles.section} aria-label="Colors">
      <ColorRows fields={fields} palettes={palettes} onChange={(id, hex) => styler.preview({ [id]: hex })} onEnd={styler.end} />
      {look.highlight === null && (
        <SwitchField label="Outline" checked={look.outline !== null} onChange={(isOutlined) => styler.set({ noOutline: !isOutlined })} />
      )}
      {background && <Contrast styler={styler} background={background} />}
    </section>
  )
}

/** The text that is hardest to read, and a button that makes all targets readable. */
function Contrast({ styler, background }: Omit<TextColorsProps, 'palettes'> & { background: PixelImage }) {
  const { store } = useEditorSession()
  const { slide, targets } = styler
  const texts = targets.boxes
    .filter((box) => box.text.trim() !== '')
    .flatMap((box) => {
      const [look, below] = [lookOf(slide, box), luminancesBelow(background, rotatedBounds(box, box.rotation ?? 0))]
      const found = readability(look, below)
      return found ? [{ box, look, below, ...found, isReadable: found.ratio >= found.needed }] : []
    })
  const [worst] = texts.toSorted((a, b) => a.ratio / a.needed - b.ratio / b.needed)
  if (!worst) return null
  const makeReadable = (): void => {
    const edits = texts
      .filter(({ isReadable }) => !isReadable)
      .map(({ box, look, below }) => ({
        type: 'style-boxes' as const,
        slideId: slide.id,
        refs: [box.id],
        style: readableColors(look, below),
      }))
    if (store.performAll(edits)) store.announce('Made readable')
  }
  const Icon = worst.isReadable ? CircleCheck : TriangleAlert
  return (
    <div className={styles.contrast}>
      <span className={styles.ratio} data-readable={worst.isReadable || undefined}>
        <Icon aria-hidden="true" />
        Contrast {worst.ratio.toFixed(1)}:1
      </span>
      {worst.isReadable ? (
        <span className={styles.hint}>Readable</span>
      ) : (
        <Button size="small" onClick={makeReadable}>
          Make readable
        </Button>
      )}
    </div>
  )
}
