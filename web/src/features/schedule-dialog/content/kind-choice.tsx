import type { PostKind } from '@ninesixteen/shared/publishing/delivery'
import { SLIDE_SECONDS } from '@ninesixteen/shared/video/video-spec'
import { VIDEO_MS } from '@ninesixteen/shared/video/timeline'
import { ChoiceRow } from '../../../components/choice-row.tsx'
import { Slider } from '../../../components/slider.tsx'
import { SwitchField } from '../../../components/switch-field.tsx'
import styles from './content.module.css'
import { secondsOf, type PostContent, type VideoOptions } from './post-content.ts'

export interface KindChoiceProps {
  content: PostContent
  kind: PostKind
  video: VideoOptions
  onKind(kind: PostKind): void
  onVideo(video: Partial<Omit<VideoOptions, 'beats'>>): void
}

const inSeconds = (seconds: number): string => `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`

/** Whether to post the slides as images or as a video. */
export function KindChoice({ content, kind, video, onKind, onVideo }: KindChoiceProps) {
  if (content.photos) return <p className={styles.what}>A video of {inSeconds(VIDEO_MS / 1000)}: one slide over changing photos.</p>
  const { length } = content.slides
  return (
    <div className={styles.kind}>
      <ChoiceRow
        label="Post as"
        value={kind}
        options={[
          { value: 'slides', label: length === 1 ? '1 image' : `${length} images` },
          { value: 'video', label: 'Video' },
        ]}
        onChange={onKind}
      />
      {kind === 'video' && (
        <>
          <Slider
            label="Time per slide"
            value={video.seconds}
            min={SLIDE_SECONDS.min}
            max={SLIDE_SECONDS.max}
            step={0.5}
            format={inSeconds}
            onChange={(seconds) => onVideo({ seconds })}
          />
          <SwitchField
            label="Cross-fade"
            hint="Each slide fades into the next during its last half second."
            checked={video.crossFade}
            onChange={(crossFade) => onVideo({ crossFade })}
          />
          <SwitchField
            label="Motion"
            hint="Backgrounds zoom in slowly behind the texts."
            checked={video.motion}
            onChange={(motion) => onVideo({ motion })}
          />
          <p className={styles.hint}>
            The video will be {inSeconds(Math.round(secondsOf(content, kind, video) * 10) / 10)} long.
            {video.beats && ' Slides change on the beats of its sound.'}
          </p>
        </>
      )}
    </div>
  )
}
