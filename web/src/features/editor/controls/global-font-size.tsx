import { canGrowTexts, fontSizeOfTexts, withLargerText } from '@ninesixteen/shared/content-types/text-size'
import { GLOBAL_FONT_SIZE } from '@ninesixteen/shared/slide/edit'
import { FONT_SIZE_MAX, FONT_SIZE_MIN } from '@ninesixteen/shared/slide/limits'
import { AArrowDown, AArrowUp, ALargeSmall } from 'lucide-react'
import { useMemo } from 'react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import styles from './controls.module.css'
import { useEditor, useEditorSession } from '../document/session-context.ts'

/** Sets one font size for all texts of the slideshow, or enlarges each with its box. */
export function GlobalFontSize() {
  const { store } = useEditorSession()
  const slides = useEditor((state) => state.history.present.doc.slides)
  const size = fontSizeOfTexts(slides) ?? GLOBAL_FONT_SIZE
  const canGrow = useMemo(() => canGrowTexts(slides), [slides])
  const set = (fontSize: number): void => {
    store.perform({ type: 'set-font-size', fontSize }, { gesture: 'global font size' })
    store.announce(`Font size of all texts: ${fontSize}`)
  }
  const enlarge = (): void => {
    if (store.performAll(slides.map((slide) => ({ type: 'replace-slide', slide: withLargerText(slide) })))) {
      store.announce('Larger text on all slides')
    }
  }
  return (
    <>
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
      <Button size="small" icon={<ALargeSmall aria-hidden="true" />} className={styles.wide} disabled={!canGrow} onClick={enlarge}>
        Use larger text on all slides
      </Button>
    </>
  )
}
