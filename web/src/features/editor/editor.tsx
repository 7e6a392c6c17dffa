import type { Generation } from '../../app/studio-store.ts'
import { Button } from '../../components/button.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyPart } from '../../components/load-part.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import type { EditorSlots } from './editor-slots.ts'
import styles from './editor.module.css'
import { NoSlides } from './no-slides.tsx'
import { OpenEditor } from './open-editor.tsx'
import { useOpenSession } from './use-open-session.ts'

const GenerationView = lazyPart(async () => (await import('./generation-view.tsx')).GenerationView)

export interface EditorProps {
  projectId: string | null
  generation: Generation | null
  slots: EditorSlots
  onOpenProject(projectId: string): void
}

/** The middle column: a running generation, an open project, or an empty state. */
export function Editor({ projectId, generation, slots, onOpenProject }: EditorProps) {
  const writing = generation?.status === 'running' && (generation.projectId === null || generation.projectId === projectId)
  if (writing) return <GenerationView generation={generation} />
  if (projectId === null || projectId === generation?.removedId) return <NoSlides isFirst />
  return <Project key={projectId} projectId={projectId} slots={slots} onOpenProject={onOpenProject} />
}

function Project({ projectId, slots, onOpenProject }: Omit<EditorProps, 'generation' | 'projectId'> & { projectId: string }) {
  const opening = useOpenSession(projectId)
  switch (opening.state) {
    case 'opening':
      return <Opening />
    case 'empty':
      return <NoSlides isFirst />
    case 'failed':
      return (
        <EmptyState
          title={opening.error.status === 404 ? 'This slideshow no longer exists' : 'This slideshow couldn’t be opened'}
          level={3}
          action={opening.error.status !== 404 && <Button onClick={opening.retry}>Try again</Button>}
        >
          {opening.error.status === 404 ? 'It was deleted or belongs to another account.' : opening.error.message}
        </EmptyState>
      )
    case 'open':
      return <OpenEditor session={opening.session} slots={slots} onOpenProject={onOpenProject} />
    default:
      return opening satisfies never
  }
}

function Opening() {
  return (
    <div className={styles.editor} aria-busy="true" aria-label="Opening the slideshow">
      <Skeleton width="45%" height={32} />
      <div className={styles.opening}>
        <Skeleton width={256} aspectRatio="9 / 16" radius="var(--radius-slide)" />
      </div>
      <Skeleton height={104} />
    </div>
  )
}
