import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { isVideoProject } from '@ninesixteen/shared/content-types/video-project'
import { useEffect, useEffectEvent } from 'react'
import { studioStore, useStudioStore, type OpenDocument } from '../../app/studio-store.ts'

/** The type that the form takes on for a saved slideshow: a video by the specified rule, else a list. Custom slides keep theirs, with their panel. */
export function typeOfRecent(document: Pick<OpenDocument, 'contentType' | 'slides'>): ContentTypeId {
  if (document.contentType === 'custom') return 'custom'
  return isVideoProject(document) ? 'multi-photo-video' : 'numbered-list'
}

export interface OpenedRecent {
  contentType: ContentTypeId
  companyId: string | null
  projectId: string
  /** The slideshow that stood in the editor before; null when there was none. */
  left: OpenDocument | null
}

/** A saved slideshow that was opened by its card: the form is set for another one like it, once its slides are there. */
export function useOpenedRecent(onOpened: (opened: OpenedRecent) => void): void {
  const take = useEffectEvent((document: OpenDocument, before: OpenDocument | null) => {
    studioStore.openRecent(null)
    const left = before?.projectId === document.projectId ? null : before
    onOpened({ contentType: typeOfRecent(document), companyId: document.companyId, projectId: document.projectId, left })
  })
  useEffect(() => {
    let before = useStudioStore.getState().openDocument
    return useStudioStore.subscribe(({ openingRecent, openDocument }) => {
      if (!openDocument) return
      const left = before
      before = openDocument
      if (openDocument.projectId === openingRecent) take(openDocument, left)
    })
  }, [])
}
