import { withLargerText } from '@ninesixteen/shared/content-types/text-size'
import { FONT_SIZE_MAX, FONT_SIZE_MIN } from '@ninesixteen/shared/slide/limits'
import { AArrowDown, AArrowUp, ALargeSmall } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { notify } from '../../../components/toast.tsx'
import styles from './controls.module.css'
import { useEditor, useEditorSession } from '../document/session-context.ts'

/** Sets one font size for all texts of the slideshow, or enlarges each with its box. */
export function GlobalFontSize() {
  const { store } = useEditorSession()
  const size = useEditor((state) => state.globalFontSize)
  const set = (fontSize: number): void => {
    store.setState({ globalFontSize: fontSize })
    store.perform({ type: 'set-font-size', fontSize }, { gesture: 'global font size' })
    store.announce(`Font size of all texts: ${fontSize}`)
  }
  const enlarge = (): void => {
    const slides = store.doc().slides.map(withLargerText)
    const isChanged = store.performAll(slides.map((slide) => ({ type: 'replace-slide', slide })))
    if (isChanged) store.announce('Larger text on all slides')
    else notify.info('The texts are as large as they fit.')
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
      <Button size="small" icon={<ALargeSmall aria-hidden="true" />} className={styles.wide} onClick={enlarge}>
        Use larger text on all slides
      </Button>
    </>
  )
}
