import { MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import {
  isVideoFormat,
  multiPhotoVideo,
  SLIDE_SECONDS,
  slideshowVideo,
  VIDEO_FORMATS,
  videoSeconds,
  type VideoFormat,
} from '@ninesixteen/shared/video/video-spec'
import { useEffect, useState } from 'react'
import { useSlideshowSound } from '../../app/slideshow-sound.ts'
import { Button } from '../../components/button.tsx'
import { ChoiceRow } from '../../components/choice-row.tsx'
import { Dialog } from '../../components/dialog.tsx'
import type { ExportJob } from './export-job.ts'
import { sizeText } from './export-options.ts'
import { type ExportRun, startExport, warmFor } from './run-export.ts'
import { Slider } from '../../components/slider.tsx'
import { SwitchField } from '../../components/switch-field.tsx'
import { SoundOptions } from './video/sound-options.tsx'
import styles from './video/video-options.module.css'
import { useExportOptions } from './use-export-options.ts'

export interface VideoDialogProps {
  /** The export to start with the chosen options. */
  job: ExportJob
  onStart(exporting: ExportRun): void
  onClose(): void
}

const FORMAT_OPTIONS = VIDEO_FORMATS.map((format) => ({ value: format, label: format }))

/** Asks for the format of a video, and for the options of a slideshow's. */
export function VideoDialog({ job, onStart, onClose }: VideoDialogProps) {
  const options = useExportOptions()
  const { sound, isKnown } = useSlideshowSound(job.projectId)
  const [format, setFormat] = useState(() => job.formats.find(isVideoFormat) ?? MAIN_FORMAT)
  useEffect(() => warmFor('video'), [])
  // Lengths of the slides, whatever a multi-photo video's photos are.
  const timed = job.isVideo ? multiPhotoVideo(job.slides[0], ['']) : slideshowVideo(job.slides, { ...options, beats: sound?.beats ?? null })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={job.isVideo ? 'Format of the video' : 'Slideshow as video'}
      description={`MP4, ${sizeText(format)}, 60 fps`}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={!isKnown} onClick={() => onStart(startExport({ ...job, formats: [format], options, sound }))}>
            Export video
          </Button>
        </>
      }
    >
      <div className={styles.options}>
        <ChoiceRow<VideoFormat> label="Format" value={format} options={FORMAT_OPTIONS} onChange={setFormat} />
        {!job.isVideo && (
          <VideoOptions
            seconds={options.seconds}
            crossFade={options.crossFade}
            motion={options.motion}
            length={videoSeconds(timed)}
            onChange={(change) => useExportOptions.setState(change)}
          />
        )}
        <SoundOptions projectId={job.projectId} spec={timed} canSnap={!job.isVideo} />
      </div>
    </Dialog>
  )
}

interface VideoOptionsProps {
  /** Seconds per slide. */
  seconds: number
  crossFade: boolean
  motion: boolean
  /** Duration of the video, in seconds. */
  length: number
  onChange(options: { seconds?: number; crossFade?: boolean; motion?: boolean }): void
}

/** Seconds of work per second of video, on two cores: most frames are drawn instead of held. */
const MOTION_EXPORT_TIME = 0.7

const secondsInWords = (seconds: number): string => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`

/** Options of a slideshow's video. */
export function VideoOptions({ seconds, crossFade, motion, length, onChange }: VideoOptionsProps) {
  return (
    <>
      <Slider
        label="Time per slide"
        value={seconds}
        min={SLIDE_SECONDS.min}
        max={SLIDE_SECONDS.max}
        step={0.5}
        format={secondsInWords}
        onChange={(value) => onChange({ seconds: value })}
      />
      <SwitchField
        label="Cross-fade"
        hint="Each slide fades into the next during its last half second."
        checked={crossFade}
        onChange={(checked) => onChange({ crossFade: checked })}
      />
      <SwitchField
        label="Motion"
        hint="Backgrounds zoom in slowly behind the texts."
        checked={motion}
        onChange={(checked) => onChange({ motion: checked })}
      />
      <p className={styles.length}>
        The video will be {secondsInWords(Math.round(length * 10) / 10)} long.
        {motion && ` With motion, the export takes about ${secondsInWords(Math.max(1, Math.round(length * MOTION_EXPORT_TIME)))}.`}
      </p>
    </>
  )
}
