import { CalendarClock, Maximize, Minimize } from 'lucide-react'
import { Button } from '../../../components/button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Tooltip } from '../../../components/tooltip.tsx'
import styles from '../editor.module.css'
import { useEditor, useEditorSession } from '../document/session-context.ts'

/** Makes the slide large, and small again. */
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

export function ScheduleButton() {
  return (
    <Tooltip label="Scheduling is not part of this version yet">
      {/* Not `disabled`: the reason has to be reachable by keyboard. */}
      <Button aria-disabled="true" className={styles.schedule} icon={<CalendarClock aria-hidden="true" />}>
        Schedule Post
      </Button>
    </Tooltip>
  )
}
