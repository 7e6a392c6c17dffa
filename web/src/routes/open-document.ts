import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { isVideoProject } from '@ninesixteen/shared/content-types/video-project'
import { useEffect, useState } from 'react'
import { studioStore } from '../app/studio-store.ts'
import { useEditorSession } from '../features/editor/document/session-context.ts'
import type { EditorSession } from '../features/editor/document/session.ts'
import type { ExportSource } from '../features/export/export-job.ts'

async function settle({ saver, status }: EditorSession): Promise<void> {
  const busy = () => ['unsaved', 'saving'].includes(status.getState().save.kind)
  if (!busy()) return
  await new Promise<void>((resolve) => {
    const stop = status.subscribe(() => {
      if (busy()) return
      stop()
      resolve()
    })
    saver.saveNow()
  })
}

/** Publishes the editor's document to the studio's other columns, and applies their edits. */
export function useOpenDocument(): void {
  const session = useEditorSession()
  useEffect(() => {
    const { project, store } = session
    let shown: object | null = null
    const show = () => {
      const doc = store.doc()
      if (doc === shown) return
      shown = doc
      studioStore.showDocument({
        projectId: project.id,
        contentType: project.contentType,
        companyId: project.companyId,
        isLinked: (project.variants?.length ?? 0) > 1,
        title: doc.title,
        slides: doc.slides,
        perform: (edits) => void store.performAll(edits),
        settled: () => settle(session),
        saved: async () => {
          await settle(session)
          return session.status.getState().save.kind === 'saved' ? session.saver.stored.version : null
        },
      })
    }
    show()
    const stop = store.subscribe(show)
    return () => {
      stop()
      studioStore.closeDocument(project.id)
    }
  }, [session])
}

/** The editor's project and the format it shows, for export and scheduling. */
export function useOpenProject(): Pick<ExportSource, 'projectId' | 'companyId' | 'isVideo' | 'format'> {
  const { project, store } = useEditorSession()
  // Decided on opening, like the stage: boxes added or removed later do not change it.
  const [isVideo] = useState(() => CONTENT_TYPES[project.contentType].output === 'video' || isVideoProject(store.doc()))
  const format = () => store.getState().history.present.format
  return { projectId: project.id, companyId: project.companyId, isVideo, format }
}
