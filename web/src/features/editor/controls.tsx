import { FONT_SIZE_MAX, FONT_SIZE_MIN, LEVEL_MAX, LEVEL_MIN } from '@ninesixteen/shared/slide/model'
import { AArrowDown, AArrowUp, Contrast, Sun } from 'lucide-react'
import { IconButton } from '../../components/icon-button.tsx'
import { Slider } from '../../components/slider.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { ActionButton } from './action-button.tsx'
import { BoxFields } from './box-fields.tsx'
import styles from './controls.module.css'
import { RewriteMenu } from './rewriting/rewrite-menu.tsx'
import { useEditor, useEditorSession, useSlide } from './session-context.ts'
import { TEXT_STYLE_LABELS } from './text-style-labels.ts'

/** Everything that is not done on the slide itself. */
export function Controls() {
  const slide = useSlide()
  return (
    <div className={styles.controls} data-controls role="group" aria-label="Slide controls">
      <div className={styles.row}>
        <ActionButton action="addText" words size="small" />
        <ActionButton action="addImage" words size="small" />
        <ActionButton action="background" words size="small" />
        <ActionButton action="textStyle" words size="small" label={`Style: ${TEXT_STYLE_LABELS[slide.textStyle]}`} />
        <GlobalFontSize />
        {slide.textBoxes.length > 0 && <RewriteMenu slideId={slide.id} boxId={null} />}
        <span className={styles.gap} />
        <SafeAreaToggle />
        <ActionButton action="shortcuts" size="small" />
      </div>
      <BoxFields />
      <Levels />
    </div>
  )
}

function SafeAreaToggle() {
  const on = useEditor((state) => state.safeArea)
  return <ActionButton action="safeArea" size="small" pressed={on} />
}

/** One size for all texts of the slideshow. */
function GlobalFontSize() {
  const { store } = useEditorSession()
  const size = useEditor((state) => state.globalFontSize)
  const set = (fontSize: number): void => {
    store.setState({ globalFontSize: fontSize })
    store.perform({ type: 'set-font-size', fontSize }, { gesture: 'global font size' })
    store.say(`Font size of all texts: ${fontSize}`)
  }
  return (
    <div className={styles.size} role="group" aria-label="Font size of all texts">
      <IconButton
        size="small"
        label="All texts smaller"
        icon={<AArrowDown aria-hidden="true" />}
        disabled={size <= FONT_SIZE_MIN}
        onClick={() => set(size - 1)}
      />
      <output className={styles.number}>{size}</output>
      <IconButton
        size="small"
        label="All texts larger"
        icon={<AArrowUp aria-hidden="true" />}
        disabled={size >= FONT_SIZE_MAX}
        onClick={() => set(size + 1)}
      />
    </div>
  )
}

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))

function Levels() {
  const { store } = useEditorSession()
  const slide = useSlide()
  const scope = useEditor((state) => state.scope)
  const count = useEditor((state) => state.history.present.doc.slides.length)
  const set = (level: { brightness?: number; contrast?: number }): void => {
    const slideIds = scope === 'all' ? store.doc().slides.map((other) => other.id) : [slide.id]
    store.perform({ type: 'set-levels', slideIds, ...level }, { gesture: `levels ${Object.keys(level).join()}` })
  }
  const shared = { min: LEVEL_MIN, max: LEVEL_MAX, format: signed, onCommit: () => store.endGesture() }
  return (
    <div className={styles.levels}>
      <Slider
        {...shared}
        label="Brightness"
        icon={<Sun aria-hidden="true" />}
        value={slide.brightness}
        onChange={(brightness) => set({ brightness })}
      />
      <Slider
        {...shared}
        label="Contrast"
        icon={<Contrast aria-hidden="true" />}
        value={slide.contrast}
        onChange={(contrast) => set({ contrast })}
      />
      {count > 1 && (
        <SwitchField
          label="Change all slides"
          hint="Style, brightness and contrast"
          checked={scope === 'all'}
          onChange={(all) => store.setState({ scope: all ? 'all' : 'slide' })}
        />
      )}
    </div>
  )
}
