import type { ContentTypeId } from '@ninesixteen/shared/content-types/ids'
import { isVideoProject } from '@ninesixteen/shared/content-types/video-project'
import { useEffect, useEffectEvent } from 'react'
import { studioStore, useStudioStore, type OpenDocument } from '../../app/studio-store.ts'
import type { OpenedSlideshow } from './generator-draft.ts'

/** The form's type for a saved slideshow: a video by the specified rule, else its own type. */
export function typeOfRecent(document: Pick<OpenDocument, 'contentType' | 'slides'>): ContentTypeId {
  if (document.contentType === 'custom') return 'custom'
  if (isVideoProject(document)) return 'multi-photo-video'
  return document.contentType === 'multi-photo-video' ? 'numbered-list' : document.contentType
}

export interface OpenedRecent extends OpenedSlideshow {
  companyId: string | null
  /** The user came back to it, and may have begun another one since. */
  isReturn: boolean
  /** The previously open slideshow; null without one. */
  left: OpenDocument | null
}

interface OpenedHandlers {
  /** The user opened a saved slideshow, or came back to it. */
  onOpened(opened: OpenedRecent): void
  /** A slideshow is open that this page made. */
  onMade(document: OpenDocument): void
}

/** Reports the slideshow that is open, once it has loaded. */
export function useOpenedRecent({ onOpened, onMade }: OpenedHandlers): void {
  const make = useEffectEvent(onMade)
  const take = useEffectEvent((document: OpenDocument, { before, isReturn }: { before: OpenDocument | null; isReturn: boolean }) => {
    studioStore.openedRecent()
    const left = before?.projectId === document.projectId ? null : before
    const { projectId, topic, companyId } = document
    const generation = useStudioStore.getState().generation
    const isBeingWritten = generation?.status === 'running' && generation.projectId === projectId
    const slideCount = isBeingWritten ? null : document.slides.length
    onOpened({ projectId, topic, companyId, contentType: typeOfRecent(document), slideCount, left, isReturn })
  })
  useEffect(() => {
    let before = useStudioStore.getState().openDocument
    return useStudioStore.subscribe(({ openingRecent, openDocument }) => {
      if (!openDocument) return
      const left = before
      before = openDocument
      if (openDocument.projectId === openingRecent?.id) take(openDocument, { before: left, isReturn: openingRecent.isReturn })
      else if (openDocument.projectId !== left?.projectId) make(openDocument)
    })
  }, [])
}
