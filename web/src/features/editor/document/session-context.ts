import { inFormat } from '@ninesixteen/shared/slide/in-format'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { createContext, useContext, useMemo } from 'react'
import { useStore } from 'zustand'
import type { ActionContext, EditorUi } from '../actions/editor-action.ts'
import type { EditorState } from './editor-store.ts'
import type { EditorSession, SessionStatus } from './session.ts'

export const SessionContext = createContext<ActionContext | null>(null)

/** The open project and the page around it. */
export function useActionContext(): ActionContext {
  const context = useContext(SessionContext)
  if (!context) throw new Error('No open project: render this inside SessionContext')
  return context
}

export function useEditorSession(): EditorSession {
  return useActionContext().session
}

export function useEditorUi(): EditorUi {
  return useActionContext().ui
}

export function useEditor<T>(select: (state: EditorState) => T): T {
  return useStore(useEditorSession().store, select)
}

export function useStatus<T>(select: (status: SessionStatus) => T): T {
  return useStore(useEditorSession().status, select)
}

/** The slide on the stage. */
export function useSlide(): Slide {
  const { store } = useEditorSession()
  return useEditor(() => store.slide())
}

/** All slides in the shown format. */
export function useShownSlides(): Slide[] {
  const slides = useEditor((state) => state.history.present.doc.slides)
  const format = useEditor((state) => state.history.present.format)
  return useMemo(() => slides.map((slide) => inFormat(slide, format)), [slides, format])
}

/** Re-renders after every edit, for components that show whether actions are enabled. */
export function useDocumentChanges(): void {
  useEditor((state) => state.history)
}
