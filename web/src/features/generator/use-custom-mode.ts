import { SLIDE_COUNT_DEFAULT } from '@ninesixteen/shared/text/slide-count'
import { useRef, useState } from 'react'
import { useStudioStore, type OpenDocument } from '../../app/studio-store.ts'
import type { ProjectNavigation } from './custom-projects.ts'
import type { GeneratorDraft } from './generator-draft.ts'

const loadProjects = () => import('./custom-projects.ts')
const loadSlides = () => import('./custom-slides.ts')

export interface CustomModeState {
  /** The open custom slideshow; null for any other, or none. */
  document: OpenDocument | null
  /** Empty slides are being created. */
  busy: boolean
  enter(): void
  leave(): void
  /** Another slideshow was opened instead of this one. */
  replaced(document: OpenDocument | null, openId: string): void
  /** Adds or removes empty slides at the end. */
  resize(count: number): void
}

/** The number of empty slides for a draft, which has no topic to derive it from. */
export function emptySlidesOf(draft: GeneratorDraft): number {
  return draft.slideCount === 'auto' ? SLIDE_COUNT_DEFAULT : draft.slideCount
}

/** Opens and clears slides as the user enters and leaves the custom type. */
export function useCustomMode(
  draft: GeneratorDraft,
  { onOpen, onClose, companyId }: ProjectNavigation & { companyId: string | null },
): CustomModeState {
  const open = useStudioStore((state) => state.openDocument)
  const [busy, setBusy] = useState(false)
  const wanted = useRef(false)
  const document = open?.contentType === 'custom' ? open : null
  return {
    document,
    busy,
    enter() {
      wanted.current = true
      if (document || busy || useStudioStore.getState().generation?.status === 'running') return
      setBusy(true)
      void loadProjects()
        .then(({ openEmptySlides }) => openEmptySlides(emptySlidesOf(draft), { onOpen, onClose, companyId, wanted: () => wanted.current }))
        .finally(() => setBusy(false))
    },
    leave() {
      wanted.current = false
      if (document) void loadProjects().then(({ clearPlaceholders }) => clearPlaceholders({ onOpen, onClose }, companyId))
    },
    replaced(left, openId) {
      wanted.current = false
      if (draft.contentType !== 'custom') return
      void loadProjects().then(({ clearReplaced, clearUnopened }) =>
        left?.contentType === 'custom' ? clearReplaced(left, { onOpen, onClose }) : clearUnopened(openId),
      )
    },
    resize(count) {
      if (document) void loadSlides().then(({ resizeEdits }) => document.perform(resizeEdits(document.slides, count)))
    },
  }
}
