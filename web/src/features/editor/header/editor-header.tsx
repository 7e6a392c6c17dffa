import { createPortal } from 'react-dom'
import { ActionButton } from '../actions/action-button.tsx'
import type { EditorSlots, ExportProblem } from '../editor-slots.ts'
import styles from '../editor.module.css'
import { FormatMenu } from './format-menu.tsx'
import { FullscreenButton, ScheduleButton } from './header-buttons.tsx'
import { ProjectTitle } from './project-title.tsx'
import { SaveStatus } from './save-status.tsx'
import { describeProblem, problemsOf } from '../document/slide-problems.ts'
import { useEditor, useEditorSession } from '../document/session-context.ts'
import { useMediaQuery } from '../../../components/use-media-query.ts'
import { usePhone } from '../phone/use-phone.ts'

export interface EditorHeaderProps extends Pick<EditorSlots, 'ExportMenu' | 'saveStatus'> {
  onResolve(): void
  onSaveCopy(): void
}

/** Title, save status, undo, export and scheduling of the open project. */
export function EditorHeader({ ExportMenu, saveStatus, onResolve, onSaveCopy }: EditorHeaderProps) {
  const { store, project } = useEditorSession()
  const phone = usePhone()
  const isDesktop = useMediaQuery('(min-width: 1024px)')
  const fullscreen = useEditor((state) => state.fullscreen)
  const title = useEditor((state) => state.history.present.doc.title)
  const listProblems = (): ExportProblem[] =>
    store.slides().flatMap((slide, index) =>
      problemsOf(slide).map((problem) => ({
        slide: index + 1,
        words: describeProblem(slide, problem),
        show: () => {
          store.showSlide(slide.id)
          store.select([problem.boxId])
        },
      })),
    )
  const status = <SaveStatus onResolve={onResolve} onSaveCopy={onSaveCopy} />
  return (
    <header className={styles.header}>
      <div className={styles.name}>
        <ProjectTitle />
        {!phone && project.contentType !== 'multi-photo-video' && <FormatMenu />}
        {project.contentType === 'custom' && <span className={styles.tag}>Custom</span>}
      </div>
      {saveStatus && isDesktop && !fullscreen ? createPortal(status, saveStatus) : status}
      <div className={styles.tools}>
        <ActionButton action="undo" />
        <ActionButton action="redo" />
        {!phone && <ActionButton action="versions" />}
        {fullscreen && (
          <>
            <ActionButton action="moveSlideLeft" />
            <ActionButton action="moveSlideRight" />
          </>
        )}
        {(!phone || fullscreen) && <FullscreenButton />}
        <div className={styles.export}>
          <ExportMenu
            title={title}
            slides={() => store.doc().slides}
            problems={listProblems}
            current={() => store.doc().slides.findIndex((slide) => slide.id === store.slide().id)}
          />
        </div>
        <ScheduleButton />
      </div>
    </header>
  )
}
