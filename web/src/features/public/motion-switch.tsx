import { Pause, Play } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import styles from './home.module.css'

/** Pauses and resumes all motion of the page. */
export function MotionSwitch({ paused, onChange }: { paused: boolean; onChange(paused: boolean): void }) {
  return (
    <div className={styles.motion}>
      <Button size="small" variant="ghost" icon={paused ? <Play /> : <Pause />} onClick={() => onChange(!paused)}>
        {paused ? 'Play motion' : 'Pause motion'}
      </Button>
    </div>
  )
}
