import type { VideoSound } from '@ninesixteen/shared/sound/video-sound'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { fileUrl } from '../api/file-urls.ts'

const loadSoundFile = () => import('../painter/sound/sound-file.ts')

export interface SoundPlayer {
  /** Plays from a time in the video, in seconds. */
  play(at: number): void
  pause(): void
}

export interface PlayedSound {
  player: SoundPlayer
  isReady: boolean
  isPlaying: boolean
}

/** Plays the sound of a video as its MP4 has it. Silent until it is loaded, and without sound. */
export function useSoundPlayer(sound: VideoSound | null, seconds: number): PlayedSound {
  const audio = useRef<HTMLAudioElement | null>(null)
  const [readyFor, setReadyFor] = useState<string | null>(null)
  const [isPlaying, setPlaying] = useState(false)
  const key = sound && JSON.stringify([sound, seconds])
  useEffect(() => {
    if (key === null) return
    const [cut, length] = JSON.parse(key) as [VideoSound, number]
    let [url, isStopped]: [string | null, boolean] = [null, false]
    const element = new Audio()
    const follow = (): void => setPlaying(!element.paused)
    for (const event of ['play', 'pause', 'ended']) element.addEventListener(event, follow)
    const loading = loadSoundFile()
      .then(async ({ soundFile }) => soundFile((await fileUrl(cut.path, 'original')) ?? '', { cut, seconds: length }))
      .then((file) => {
        // Another cut was chosen meanwhile.
        if (isStopped) return
        url = URL.createObjectURL(file)
        element.src = url
        audio.current = element
        setReadyFor(key)
      })
    // The video goes on without sound.
    loading.catch((error: unknown) => console.info('The sound could not be loaded.', error))
    return () => {
      isStopped = true
      element.pause()
      audio.current = null
      setReadyFor(null)
      setPlaying(false)
      void loading.finally(() => url !== null && URL.revokeObjectURL(url)).catch(() => undefined)
    }
  }, [key])
  const play = useCallback((at: number): void => {
    if (!audio.current) return
    audio.current.currentTime = at
    audio.current.play().catch((error: unknown) => console.info('The browser does not play sound yet.', error))
  }, [])
  const pause = useCallback((): void => audio.current?.pause(), [])
  const player = useMemo<SoundPlayer>(() => ({ play, pause }), [play, pause])
  return { player, isReady: key !== null && readyFor === key, isPlaying }
}
