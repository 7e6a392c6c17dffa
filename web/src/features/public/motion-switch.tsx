import { Pause, Play } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import styles from './home.module.css'

/** Stops what moves on the page by itself, and lets it go on. */
export function MotionSwitch({ paused, onChange }: { paused: boolean; onChange(paused: boolean): void }) {
  return (
    <div className={styles.motion}>
      <Button size="small" variant="ghost" icon={paused ? <Play /> : <Pause />} onClick={() => onChange(!paused)}>
        {paused ? 'Play motion' : 'Pause motion'}
      </Button>
    </div>
  )
}
