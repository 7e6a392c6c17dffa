import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { fetchFoundSound } from '../../../api/found-sound.ts'

export interface FoundSounds {
  /** The sound that plays, or that will once it is loaded. */
  listening: { token: string; isLoading: boolean } | null
  problem: string | null
  listen(token: string): Promise<void>
  stop(): void
  /** The file of a sound: loaded once for listening and adding. */
  fileOf(token: string): Promise<Blob>
}

interface Loading {
  token: string
  file: Promise<Blob>
  stopping: AbortController
}

/** Loads and plays found sounds, one at a time. */
export function useFoundSounds(): FoundSounds {
  const [listening, setListening] = useState<FoundSounds['listening']>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const loading = useRef<Loading | null>(null)
  const playing = useRef<HTMLAudioElement | null>(null)

  const silence = (): void => {
    playing.current?.pause()
    if (playing.current) URL.revokeObjectURL(playing.current.src)
    playing.current = null
  }
  useEffect(
    () => () => {
      silence()
      loading.current?.stopping.abort()
    },
    [],
  )

  const fileOf = (token: string): Promise<Blob> => {
    if (loading.current?.token === token) return loading.current.file
    loading.current?.stopping.abort()
    const stopping = new AbortController()
    const file = fetchFoundSound(token, stopping.signal)
    const next = { token, file, stopping }
    loading.current = next
    file.catch(() => {
      if (loading.current === next) loading.current = null
    })
    return file
  }
  const stop = (): void => {
    silence()
    setListening(null)
  }
  const listen = async (token: string): Promise<void> => {
    stop()
    setProblem(null)
    setListening({ token, isLoading: true })
    const element = new Audio()
    playing.current = element
    try {
      const file = await fileOf(token)
      // Stopped, or another one was chosen meanwhile.
      if (playing.current !== element) return
      element.src = URL.createObjectURL(file)
      element.addEventListener('ended', stop)
      await element.play()
      setListening({ token, isLoading: false })
    } catch (cause) {
      if (playing.current !== element) return
      stop()
      setProblem(cause instanceof DOMException ? 'Your browser can’t play this track. Try another one.' : errorText(cause))
    }
  }
  return { listening, problem, listen, stop, fileOf }
}
