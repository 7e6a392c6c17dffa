import { useEffect } from 'react'
import { studioStore } from '../app/studio-store.ts'
import { useEditorSession } from '../features/editor/session-context.ts'

/** Shows the document of the surrounding editor to the other columns, and takes their edits. */
export function useOpenDocument(): void {
  const { project, store } = useEditorSession()
  useEffect(() => {
    let shown: object | null = null
    const show = () => {
      const doc = store.doc()
      if (doc === shown) return
      shown = doc
      studioStore.showDocument({
        projectId: project.id,
        contentType: project.contentType,
        title: doc.title,
        slides: doc.slides,
        perform: (edits) => void store.performAll(edits),
      })
    }
    show()
    const stop = store.subscribe(show)
    return () => {
      stop()
      studioStore.closeDocument(project.id)
    }
  }, [project, store])
}
