import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { isVideoProject } from '@ninesixteen/shared/content-types/video-project'
import { useEffect, useEffectEvent } from 'react'
import { studioStore, useStudioStore, type OpenDocument } from '../../app/studio-store.ts'

/** The type that the form takes on for a saved slideshow: a video by the specified rule, else a list. Custom slides keep theirs, with their panel. */
export function typeOfRecent(document: Pick<OpenDocument, 'contentType' | 'slides'>): ContentTypeId {
  if (document.contentType === 'custom') return 'custom'
  return isVideoProject(document) ? 'multi-photo-video' : 'numbered-list'
}

/** A saved slideshow that was opened by its card: the form is set for another one like it, once its slides are there. */
export function useOpenedRecent(onOpened: (opened: { contentType: ContentTypeId; companyId: string | null }) => void): void {
  const take = useEffectEvent((document: OpenDocument) => {
    studioStore.openRecent(null)
    onOpened({ contentType: typeOfRecent(document), companyId: document.companyId })
  })
  useEffect(
    () =>
      useStudioStore.subscribe(({ openingRecent, openDocument }) => {
        if (openDocument && openDocument.projectId === openingRecent) take(openDocument)
      }),
    [],
  )
}
