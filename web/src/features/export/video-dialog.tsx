import { aspectRatio, MAIN_FORMAT } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import type { Slide } from '@ninesixteen/shared/slide/model'
import type { VideoSound } from '@ninesixteen/shared/sound/video-sound'
import { VIDEO_FPS } from '@ninesixteen/shared/video/timeline'
import {
  isVideoFormat,
  multiPhotoVideo,
  SLIDE_SECONDS,
  slideshowVideo,
  VIDEO_FORMATS,
  videoSeconds,
  type VideoFormat,
  type VideoSpec,
} from '@ninesixteen/shared/video/video-spec'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useMemo, useState } from 'react'
import { videoPhotosQuery } from '../../api/library-photos.ts'
import { useSlideshowSound } from '../../app/slideshow-sound.ts'
import { VideoFrames } from '../../app/video-frames.tsx'
import { Button } from '../../components/button.tsx'
import { ChoiceRow } from '../../components/choice-row.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { DialogCancel } from '../../components/discard-guard.tsx'
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
  const slides = useMemo(() => job.slides.map((slide) => inFormat(slide, format)), [job.slides, format])
  const photoVideo = usePhotoVideo(job, slides)
  const timed = photoVideo ?? slideshowVideo(slides, { ...options, beats: sound?.beats ?? null })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={job.isVideo ? 'Format of the video' : 'Slideshow as video'}
      description={`MP4, ${sizeText(format)}, 60 fps`}
      footer={
        <>
          <DialogCancel />
          <Button variant="primary" disabled={!isKnown} onClick={() => onStart(startExport({ ...job, formats: [format], options, sound }))}>
            Export video
          </Button>
        </>
      }
    >
      <div className={styles.options}>
        <VideoPreview spec={timed} format={format} sound={sound?.sound ?? null} />
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

const NO_PHOTOS = ['']

/** The multi-photo video with its photos once they are known, which don't change its length; null for a slideshow. */
function usePhotoVideo({ projectId, companyId, isVideo }: ExportJob, slides: readonly Slide[]): VideoSpec | null {
  const { data } = useQuery({ ...videoPhotosQuery(projectId, companyId), enabled: isVideo })
  const photos = data && data.photos.length > 0 ? data.photos : NO_PHOTOS
  return useMemo(() => (isVideo ? multiPhotoVideo(slides[0], photos) : null), [isVideo, slides, photos])
}

interface VideoPreviewProps {
  spec: VideoSpec
  format: VideoFormat
  sound: VideoSound | null
}

/** The video, as its MP4 will move and sound. */
function VideoPreview({ spec, format, sound }: VideoPreviewProps) {
  return (
    <section className={styles.preview} style={{ '--ratio': aspectRatio({ format }) } as CSSProperties} aria-label="Preview">
      <VideoFrames
        images={spec.pictures.map(({ slide }, index) => ({ id: String(index), slide }))}
        durations={spec.pictures.map(({ frames }) => (frames / VIDEO_FPS) * 1000)}
        crossFade={(spec.crossFade ?? 0) > 0}
        motion={spec.motion ?? false}
        sound={sound}
      />
    </section>
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
