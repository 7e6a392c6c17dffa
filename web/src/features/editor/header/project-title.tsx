import { DOCUMENT_TITLE_MAX } from '@ninesixteen/shared/slide/edit'
import { useState } from 'react'
import styles from '../editor.module.css'
import { useEditor, useEditorSession } from '../document/session-context.ts'

/** The project title, edited in place. */
export function ProjectTitle() {
  const { store } = useEditorSession()
  const title = useEditor((state) => state.history.present.doc.title)
  const [typed, setTyped] = useState<string | null>(null)
  const commit = (): void => {
    if (typed !== null && store.perform({ type: 'set-title', title: typed })) store.announce('Renamed')
    setTyped(null)
  }
  return (
    <input
      className={styles.projectTitle}
      aria-label="Project title"
      value={typed ?? title}
      maxLength={DOCUMENT_TITLE_MAX}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Escape') setTyped(null)
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
