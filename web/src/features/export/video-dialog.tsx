import { useEffect } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import type { ExportJob } from './export-job.ts'
import { type ExportRun, startExport, warmFor } from './run-export.ts'
import { SLIDE_SECONDS } from '@ninesixteen/shared/video/video-spec'
import { Slider } from '../../components/slider.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import styles from './video/video-options.module.css'
import { useExportOptions } from './use-export-options.ts'

export interface VideoDialogProps {
  /** The export to start with the chosen options. */
  job: ExportJob
  onStart(exporting: ExportRun): void
  onClose(): void
}

/** Asks for the options of a slideshow's video. */
export function VideoDialog({ job, onStart, onClose }: VideoDialogProps) {
  const options = useExportOptions()
  useEffect(() => warmFor('video'), [])
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Slideshow as video"
      description="MP4, 1080 × 1920, 60 fps"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" onClick={() => onStart(startExport({ ...job, options }))}>
            Export video
          </Button>
        </>
      }
    >
      <VideoOptions
        seconds={options.seconds}
        crossFade={options.crossFade}
        count={job.slides.length}
        onChange={(change) => useExportOptions.setState(change)}
      />
    </Dialog>
  )
}

interface VideoOptionsProps {
  /** Seconds per slide. */
  seconds: number
  crossFade: boolean
  /** Number of slides. */
  count: number
  onChange(options: { seconds: number; crossFade: boolean }): void
}

const secondsInWords = (seconds: number): string => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`

/** Options of a slideshow's video. */
export function VideoOptions({ seconds, crossFade, count, onChange }: VideoOptionsProps) {
  return (
    <div className={styles.options}>
      <Slider
        label="Time per slide"
        value={seconds}
        min={SLIDE_SECONDS.min}
        max={SLIDE_SECONDS.max}
        step={0.5}
        format={secondsInWords}
        onChange={(value) => onChange({ seconds: value, crossFade })}
      />
      <SwitchField
        label="Cross-fade"
        hint="Each slide fades into the next during its last half second."
        checked={crossFade}
        onChange={(checked) => onChange({ seconds, crossFade: checked })}
      />
      <p className={styles.length}>The video will be {secondsInWords(seconds * count)} long.</p>
    </div>
  )
}
