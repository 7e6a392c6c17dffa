import { FONT_SIZE_MAX, FONT_SIZE_MIN } from '@ninesixteen/shared/slide/model'
import { AArrowDown, AArrowUp } from 'lucide-react'
import { IconButton } from '../../../components/icon-button.tsx'
import styles from './controls.module.css'
import { useEditor, useEditorSession } from '../document/session-context.ts'

/** Sets one font size for all texts of the slideshow. */
export function GlobalFontSize() {
  const { store } = useEditorSession()
  const size = useEditor((state) => state.globalFontSize)
  const set = (fontSize: number): void => {
    store.setState({ globalFontSize: fontSize })
    store.perform({ type: 'set-font-size', fontSize }, { gesture: 'global font size' })
    store.announce(`Font size of all texts: ${fontSize}`)
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
