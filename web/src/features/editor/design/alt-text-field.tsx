import { altTextFromTexts } from '@ninesixteen/shared/publishing/alt-text'
import { ALT_TEXT_MAX } from '@ninesixteen/shared/slide/limits'
import { Button } from '../../../components/button.tsx'
import { TextArea } from '../../../components/field.tsx'
import { useEditorSession, useSlide } from '../document/session-context.ts'
import styles from './design-panel.module.css'

/** A description of the shown slide for screen readers. */
export function AltTextField() {
  const { store } = useEditorSession()
  const slide = useSlide()
  const fromTexts = altTextFromTexts(slide)
  const change = (altText: string): void => {
    const style = { altText: altText === '' ? null : altText }
    store.perform({ type: 'style-slides', slideIds: [slide.id], style }, { gesture: `alt text ${slide.id}` })
  }
  const suggest = (): void => {
    store.endGesture()
    change(fromTexts)
    store.endGesture()
  }
  return (
    <section className={styles.section} aria-label="Alt text">
      <TextArea
        label="Alt text of this slide"
        hint={fromTexts === '' ? 'Describes the slide to people who can’t see it.' : 'If it’s empty, posts use the words on the slide.'}
        rows={3}
        maxLength={ALT_TEXT_MAX}
        value={slide.altText ?? ''}
        onChange={(event) => change(event.target.value)}
        onBlur={() => store.endGesture()}
      />
      {fromTexts !== '' && slide.altText !== fromTexts && (
        <Button size="small" variant="ghost" onClick={suggest}>
          Suggest from the words
        </Button>
      )}
    </section>
  )
}
