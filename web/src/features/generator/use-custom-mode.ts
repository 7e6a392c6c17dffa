import { SLIDE_COUNT_DEFAULT } from '@ninesixteen/shared/text/slide-count'
import { useRef, useState } from 'react'
import { useStudioStore, type OpenDocument } from '../../app/studio-store.ts'
import type { Opening } from './custom-projects.ts'
import type { GeneratorDraft } from './generator-draft.ts'

const loadProjects = () => import('./custom-projects.ts')
const loadSlides = () => import('./custom-slides.ts')

export interface CustomModeState {
  /** The open custom slideshow; null for any other, or none. */
  document: OpenDocument | null
  /** Empty slides are being made. */
  busy: boolean
  enter(): void
  leave(): void
  /** Another slideshow was opened in the place of this one. */
  leftBehind(document: OpenDocument | null, openId: string): void
  /** Adds or takes empty slides at the end of the open ones. */
  resize(count: number): void
}

/** How many empty slides a draft asks for: there is no topic whose number could say it. */
export function emptySlidesOf(draft: GeneratorDraft): number {
  return draft.slideCount === 'auto' ? SLIDE_COUNT_DEFAULT : draft.slideCount
}

/** The slides that come and go with the custom type. */
export function useCustomMode(
  draft: GeneratorDraft,
  { onOpen, onClose, companyId }: Opening & { companyId: string | null },
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
    leftBehind(left, openId) {
      wanted.current = false
      if (draft.contentType !== 'custom') return
      void loadProjects().then(({ clearLeft, clearKept }) =>
        left?.contentType === 'custom' ? clearLeft(left, { onOpen, onClose }) : clearKept(openId),
      )
    },
    resize(count) {
      if (document) void loadSlides().then(({ resizeEdits }) => document.perform(resizeEdits(document.slides, count)))
    },
  }
}
