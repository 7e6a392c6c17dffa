import { TRACK_NAME_MAX, type Track } from '@ninesixteen/shared/api/tracks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText, toApiError } from '../../../api/api-error.ts'
import { orpc } from '../../../api/client.ts'
import { newUuid } from '../../../api/new-id.ts'
import { uploadTrack } from '../../../api/upload-track.ts'
import { notify } from '../../../components/toast.tsx'
import { makeTrackFile } from '../../../painter/sound/make-track-file.ts'

/** A sound file to become a track. */
export interface NewSound {
  name: string
  /** That of a found sound. */
  token?: string
  open(): Promise<Blob>
}

export interface AddTrack {
  /** The share of the work that is done, from 0 to 1; null while no track is being added. */
  share: number | null
  error: string | null
  add(sound: NewSound): Promise<void>
}

/** A sound file of the user. Its name without the ending is that of the track. */
export function soundOfFile(file: File): NewSound {
  return { name: file.name.replace(/\.[a-z0-9]{1,5}$/i, '').trim() || 'Track', open: async () => file }
}

function lossText(seconds: number): string {
  return `Its last ${Math.round(seconds)} seconds are missing from the file. Choose another copy if you need them.`
}

/** Adds tracks, one at a time: a further one replaces the one before. */
export function useAddTrack(onAdded: (track: Track) => void): AddTrack {
  const client = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const add = async ({ name, token, open }: NewSound): Promise<void> => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    setError(null)
    setShare(0)
    try {
      const made = await makeTrackFile(await open(), { signal, onProgress: setShare })
      const [bpm, beatOffset] = [made.beats?.bpm ?? null, made.beats?.offset ?? 0]
      const facts = { id: newUuid(), name: name.slice(0, TRACK_NAME_MAX), bpm, beatOffset, ...(token !== undefined && { token }) }
      const track = await uploadTrack(made.file, facts, signal)
      await client.invalidateQueries({ queryKey: orpc.tracks.key() })
      onAdded(track)
      if (made.lostSeconds > 0) notify.info(`“${track.name}” is incomplete`, lossText(made.lostSeconds))
    } catch (cause) {
      // Closing the search ends the loading of its file.
      if (!signal.aborted && toApiError(cause).code !== 'CANCELLED') setError(errorText(cause))
    } finally {
      if (!signal.aborted) setShare(null)
    }
  }
  return { share, error, add }
}
