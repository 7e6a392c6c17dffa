import { CalendarClock, Maximize, Minimize } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import { Tooltip } from '../../components/tooltip.tsx'
import { ActionButton } from './action-button.tsx'
import type { EditorSlots, ExportProblem } from './editor-slots.ts'
import styles from './editor.module.css'
import { ProjectTitle } from './project-title.tsx'
import { SaveStatus } from './save-status.tsx'
import { describeProblem, problemsOf } from './slide-problems.ts'
import { useEditor, useEditorSession } from './session-context.ts'

export interface EditorHeaderProps extends Pick<EditorSlots, 'ExportMenu'> {
  onResolve(): void
  onSaveCopy(): void
}

/** Name, state and ways out of the open project. */
export function EditorHeader({ ExportMenu, onResolve, onSaveCopy }: EditorHeaderProps) {
  const { store, project } = useEditorSession()
  const fullscreen = useEditor((state) => state.fullscreen)
  const title = useEditor((state) => state.history.present.doc.title)
  const listProblems = (): ExportProblem[] =>
    store.doc().slides.flatMap((slide, index) =>
      problemsOf(slide).map((problem) => ({
        slide: index + 1,
        words: describeProblem(slide, problem),
        show: () => {
          store.showSlide(slide.id)
          store.select([problem.boxId])
        },
      })),
    )
  return (
    <header className={styles.header}>
      <div className={styles.name}>
        <ProjectTitle />
        {project.contentType === 'custom' && <span className={styles.tag}>Custom</span>}
      </div>
      <SaveStatus onResolve={onResolve} onSaveCopy={onSaveCopy} />
      <div className={styles.tools}>
        <ActionButton action="undo" />
        <ActionButton action="redo" />
        <ActionButton action="versions" />
        {fullscreen && (
          <>
            <ActionButton action="moveSlideLeft" />
            <ActionButton action="moveSlideRight" />
          </>
        )}
        <IconButton
          label={fullscreen ? 'Leave fullscreen' : 'Fullscreen'}
          shortcut={fullscreen ? 'Esc' : 'F'}
          icon={fullscreen ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
          onClick={() => store.setState({ fullscreen: !fullscreen })}
        />
        <ExportMenu
          title={title}
          slides={() => store.doc().slides}
          problems={listProblems}
          current={() => store.doc().slides.findIndex((slide) => slide.id === store.slide().id)}
        />
        <Tooltip label="Scheduling is not part of this version yet">
          {/* Not `disabled`: the reason has to be reachable by keyboard. */}
          <Button aria-disabled="true" className={styles.schedule} icon={<CalendarClock aria-hidden="true" />}>
            Schedule Post
          </Button>
        </Tooltip>
      </div>
    </header>
  )
}
