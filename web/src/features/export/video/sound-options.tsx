import { TRACK_NAME_MAX, type SlideshowSound, type Track } from '@ninesixteen/shared/api/tracks'
import { FADE_SECONDS_MAX, NEW_CUT } from '@ninesixteen/shared/sound/video-sound'
import { videoSeconds, type VideoSpec } from '@ninesixteen/shared/video/video-spec'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Music, Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { toApiError } from '../../../api/api-error.ts'
import { orpc } from '../../../api/client.ts'
import { useSoundPlayer } from '../../../app/play-sound.ts'
import { type ChosenSound, useSlideshowSound } from '../../../app/slideshow-sound.ts'
import { Button } from '../../../components/button.tsx'
import { CreditLine } from '../../../components/credit-line.tsx'
import { ConfirmDialog } from '../../../components/dialog.tsx'
import { FileButton } from '../../../components/file-button.tsx'
import { IconButton } from '../../../components/icon-button.tsx'
import { Notice } from '../../../components/notice.tsx'
import { RenameField } from '../../../components/rename-field.tsx'
import { Select } from '../../../components/select.tsx'
import { Slider } from '../../../components/slider.tsx'
import { SwitchField } from '../../../components/switch-field.tsx'
import { notify } from '../../../components/toast.tsx'
import { BeatStrip } from './beat-strip.tsx'
import { FindMusic } from './find-music.tsx'
import { trackLength } from './track-length.ts'
import { soundOfFile, useAddTrack } from './use-add-track.ts'
import { useChooseSound } from './use-choose-sound.ts'
import styles from './video-options.module.css'

const SILENT = 'none'
/** Sound files, also for systems that only know their endings. */
const SOUND_FILES = 'audio/*,.mp3,.wav,.m4a,.ogg,.aac,.flac'

const seconds = (value: number): string => `${value.toFixed(1)} s`
const percent = (value: number): string => `${Math.round(value * 100)} %`

const detailOf = ({ seconds: length, bpm }: Track): string =>
  [trackLength(length), ...(bpm === null ? [] : [`${Math.round(bpm)} bpm`])].join(', ')

export interface SoundOptionsProps {
  projectId: string
  /** The video with the chosen options, for its length and its changes. */
  spec: VideoSpec
  /** Slides can change on beats. */
  canSnap: boolean
}

/** The sound of a slideshow's videos: a track of the library or a new one, and how it is cut. */
export function SoundOptions({ projectId, spec, canSnap }: SoundOptionsProps) {
  const { tracks, sound, isFailed, retry } = useSlideshowSound(projectId)
  const choose = useChooseSound(projectId)
  const use = ({ id }: Track): void => choose({ ...NEW_CUT, trackId: id, onBeats: false })
  const [isFinding, setFinding] = useState(false)
  const adding = useAddTrack((track) => {
    setFinding(false)
    use(track)
  })
  const { share, error } = adding
  if (isFailed) {
    return (
      <Notice kind="bad" onRetry={retry}>
        We couldn’t load your tracks.
      </Notice>
    )
  }
  const options = [
    { value: SILENT, label: 'No sound' },
    ...(tracks ?? []).map((track) => ({ value: track.id, label: track.name, detail: detailOf(track) })),
  ]
  return (
    <section className={styles.sound} aria-label="Sound">
      <Select
        label="Sound"
        value={sound?.track.id ?? SILENT}
        options={options}
        disabled={tracks === null}
        onChange={(id) => {
          const track = tracks?.find((one) => one.id === id)
          if (track) use(track)
          else choose(null)
        }}
      />
      <div className={styles.buttons}>
        <FileButton
          name="track"
          accept={SOUND_FILES}
          working="Preparing"
          share={isFinding ? null : share}
          onFiles={([file]) => void adding.add(soundOfFile(file))}
        >
          Upload
        </FileButton>
        <Button size="small" icon={<Music aria-hidden="true" />} disabled={share !== null} onClick={() => setFinding(true)}>
          Find music
        </Button>
      </div>
      {isFinding ? <FindMusic adding={adding} onClose={() => setFinding(false)} /> : error && <Notice kind="bad">{error}</Notice>}
      {tracks?.length === 0 && share === null && !error && (
        <p className={styles.hint}>
          Upload an MP3, WAV, M4A or OGG file that you may use, or find one. We level its volume for social networks.
        </p>
      )}
      {sound?.track.credit && <CreditLine credit={sound.track.credit} />}
      {sound && <CutOptions key={sound.track.id} sound={sound} spec={spec} canSnap={canSnap} onChange={choose} />}
    </section>
  )
}

interface CutOptionsProps extends Pick<SoundOptionsProps, 'spec' | 'canSnap'> {
  sound: ChosenSound
  onChange(sound: SlideshowSound): void
}

function CutOptions({ sound: { chosen, track, sound, beats }, spec, canSnap, onChange }: CutOptionsProps) {
  const change = (part: Partial<SlideshowSound>): void => onChange({ ...chosen, ...part })
  const length = videoSeconds(spec)
  return (
    <>
      <Slider
        label="Start in the track"
        value={chosen.start}
        min={0}
        max={Math.max(0.1, Math.floor(track.seconds * 10) / 10)}
        step={0.1}
        format={seconds}
        onChange={(start) => change({ start })}
      />
      <Slider
        label="Fade in"
        value={chosen.fadeIn}
        min={0}
        max={FADE_SECONDS_MAX}
        step={0.5}
        format={seconds}
        onChange={(fadeIn) => change({ fadeIn })}
      />
      <Slider
        label="Fade out"
        value={chosen.fadeOut}
        min={0}
        max={FADE_SECONDS_MAX}
        step={0.5}
        format={seconds}
        onChange={(fadeOut) => change({ fadeOut })}
      />
      <Slider label="Volume" value={chosen.volume} min={0} max={1} step={0.05} format={percent} onChange={(volume) => change({ volume })} />
      {canSnap && (
        <SwitchField
          label="Snap to beats"
          hint={track.bpm === null ? 'We found no steady beat in this track.' : 'Slides change on a beat, near the time per slide.'}
          checked={beats !== null}
          disabled={track.bpm === null}
          onChange={(onBeats) => change({ onBeats })}
        />
      )}
      <BeatStrip track={track} start={chosen.start} spec={spec} />
      <div className={styles.track}>
        <PlayButton sound={sound} length={length} />
        <TrackActions track={track} />
      </div>
    </>
  )
}

function PlayButton({ sound, length }: { sound: ChosenSound['sound']; length: number }) {
  const { player, isReady, isPlaying } = useSoundPlayer(sound, length)
  const toggle = (): void => (isPlaying ? player.pause() : player.play(0))
  return (
    <Button icon={isPlaying ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />} disabled={!isReady} onClick={toggle}>
      {isPlaying ? 'Pause' : 'Listen'}
    </Button>
  )
}

function TrackActions({ track }: { track: Track }) {
  const client = useQueryClient()
  const [isRenaming, setRenaming] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const refresh = () => Promise.all([orpc.tracks.key(), orpc.sounds.key()].map((queryKey) => client.invalidateQueries({ queryKey })))
  const onError = (cause: Error): void => notify.error(toApiError(cause).message)
  const rename = useMutation({
    ...orpc.tracks.rename.mutationOptions({ onError, onSettled: refresh }),
    onSuccess: () => setRenaming(false),
  })
  const remove = useMutation(
    orpc.tracks.remove.mutationOptions({ onError, onSettled: refresh, onSuccess: () => notify.ok(`“${track.name}” deleted`) }),
  )
  if (isRenaming) {
    return (
      <RenameField
        label="Track name"
        name={track.name}
        maxLength={TRACK_NAME_MAX}
        busy={rename.isPending}
        onRename={(name) => rename.mutate({ id: track.id, name })}
        onClose={() => setRenaming(false)}
      />
    )
  }
  return (
    <>
      <IconButton label={`Rename ${track.name}`} icon={<Pencil aria-hidden="true" />} onClick={() => setRenaming(true)} />
      <IconButton label={`Delete ${track.name}`} icon={<Trash2 aria-hidden="true" />} variant="danger" onClick={() => setDeleting(true)} />
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title="Delete track"
        confirmLabel="Delete"
        busyLabel="Deleting..."
        onConfirm={() => {
          remove.mutate({ id: track.id })
          setDeleting(false)
        }}
      >
        “{track.name}” leaves your tracks, and slideshows with it have no sound. Scheduled posts keep it.
      </ConfirmDialog>
    </>
  )
}
