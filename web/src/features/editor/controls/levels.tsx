import { LEVEL_MAX, LEVEL_MIN } from '@ninesixteen/shared/slide/model'
import { Contrast, Sun } from 'lucide-react'
import { Slider } from '../../../components/slider.tsx'
import { SwitchField } from '../../../components/switch-field.tsx'
import styles from './controls.module.css'
import { useEditor, useEditorSession, useSlide } from '../document/session-context.ts'

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))

/** Brightness and contrast of the background, and whether they change this slide or all slides. */
export function Levels() {
  const { store } = useEditorSession()
  const scope = useEditor((state) => state.scope)
  const count = useEditor((state) => state.history.present.doc.slides.length)
  return (
    <div className={styles.levels}>
      <LevelSliders />
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

export function LevelSliders() {
  const { store } = useEditorSession()
  const slide = useSlide()
  const scope = useEditor((state) => state.scope)
  const set = (level: { brightness?: number; contrast?: number }): void => {
    const slideIds = scope === 'all' ? store.doc().slides.map((other) => other.id) : [slide.id]
    store.perform({ type: 'set-levels', slideIds, ...level }, { gesture: `levels ${Object.keys(level).join()}` })
  }
  const shared = { min: LEVEL_MIN, max: LEVEL_MAX, format: signed, onCommit: () => store.endGesture() }
  return (
    <>
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
    </>
  )
}
