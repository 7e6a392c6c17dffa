import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { isVideoProject } from '@ninesixteen/shared/content-types/video-project'
import { useEffect, useEffectEvent } from 'react'
import { studioStore, useStudioStore, type OpenDocument } from '../../app/studio-store.ts'

/** The form's type for a saved slideshow: a video by the specified rule, else a list. Custom slides keep their type. */
export function typeOfRecent(document: Pick<OpenDocument, 'contentType' | 'slides'>): ContentTypeId {
  if (document.contentType === 'custom') return 'custom'
  return isVideoProject(document) ? 'multi-photo-video' : 'numbered-list'
}

export interface OpenedRecent {
  contentType: ContentTypeId
  companyId: string | null
  projectId: string
  /** The previously open slideshow; null without one. */
  left: OpenDocument | null
}

/** Adapts the form to a slideshow that the user opened from the recents, once it has loaded. */
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
