import { CONTENT_TYPES } from '@ninesixteen/shared/content-types/registry'
import { isVideoProject } from '@ninesixteen/shared/content-types/video-project'
import { useEffect, useState } from 'react'
import { studioStore } from '../app/studio-store.ts'
import { useEditorSession, useStatus } from '../features/editor/document/session-context.ts'
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
    const { project, store, status } = session
    let shown: object | null = null
    let shownCompany: string | null = null
    const show = () => {
      const doc = store.doc()
      const { companyId } = status.getState()
      if (doc === shown && companyId === shownCompany) return
      shown = doc
      shownCompany = companyId
      studioStore.showDocument({
        projectId: project.id,
        contentType: project.contentType,
        companyId,
        isLinked: (project.variants?.length ?? 0) > 1,
        title: doc.title,
        topic: project.topic,
        slides: doc.slides,
        perform: (edits) => void store.performAll(edits),
        settled: () => settle(session),
        catchUp: session.catchUp,
        saved: async () => {
          await settle(session)
          return session.status.getState().save.kind === 'saved' ? session.saver.stored.version : null
        },
      })
    }
    show()
    const stops = [store.subscribe(show), status.subscribe(show)]
    return () => {
      for (const stop of stops) stop()
      studioStore.closeDocument(project.id)
    }
  }, [session])
}

/** The editor's project and the format it shows, for export and scheduling. */
export function useOpenProject(): Pick<ExportSource, 'projectId' | 'companyId' | 'isVideo' | 'language' | 'format'> {
  const { project, store } = useEditorSession()
  const companyId = useStatus((status) => status.companyId)
  // Decided on opening, like the stage: boxes added or removed later do not change it.
  const [isVideo] = useState(() => CONTENT_TYPES[project.contentType].output === 'video' || isVideoProject(store.doc()))
  const format = () => store.getState().history.present.format
  return { projectId: project.id, companyId, isVideo, language: project.language ?? null, format }
}
