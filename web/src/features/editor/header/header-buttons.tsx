import { CalendarClock, Maximize, Minimize } from 'lucide-react'
import { opensSchedulePost } from '../../../app/schedule-post.ts'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import styles from '../editor.module.css'
import { useEditor, useEditorSession } from '../document/session-context.ts'

export function FullscreenButton({ words = false }: { words?: boolean }) {
  const { store } = useEditorSession()
  const fullscreen = useEditor((state) => state.fullscreen)
  const label = fullscreen ? 'Leave fullscreen' : 'Fullscreen'
  const icon = fullscreen ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />
  const toggle = (): void => store.setState({ fullscreen: !fullscreen })
  if (words) {
    return (
      <Button size="small" icon={icon} onClick={toggle}>
        {label}
      </Button>
    )
  }
  return <IconButton label={label} shortcut={fullscreen ? 'Esc' : 'F'} icon={icon} onClick={toggle} />
}

/** Preloads its dialog on hover and focus. */
export function ScheduleButton() {
  const { project } = useEditorSession()
  return (
    <Button
      className={styles.schedule}
      icon={<CalendarClock aria-hidden="true" />}
      {...opensSchedulePost({ kind: 'new', projectId: project.id })}
    >
      Schedule Post
    </Button>
  )
}
