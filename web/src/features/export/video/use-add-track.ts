import type { Track } from '@ninesixteen/shared/api/tracks'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '../../../api/api-error.ts'
import { orpc } from '../../../api/client.ts'
import { newUuid } from '../../../api/new-id.ts'
import { uploadTrack } from '../../../api/upload-track.ts'
import { makeTrackFile } from '../../../painter/sound/make-track-file.ts'

/** Name of a track in the list: that of its file, without its ending. */
function trackName(file: File): string {
  return (file.name.replace(/\.[a-z0-9]{1,5}$/i, '').trim() || 'Track').slice(0, 200)
}

/** Adds a track from a sound file: `share` of the work is done, from 0 to 1; null when none is being added. */
export function useAddTrack(onAdded: (track: Track) => void) {
  const client = useQueryClient()
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  const add = async (file: File): Promise<void> => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    setError(null)
    setShare(0)
    try {
      const made = await makeTrackFile(file, { signal, onProgress: setShare })
      const facts = { id: newUuid(), name: trackName(file), bpm: made.beats?.bpm ?? null, beatOffset: made.beats?.offset ?? 0 }
      const track = await uploadTrack(made.file, facts, signal)
      await client.invalidateQueries({ queryKey: orpc.tracks.key() })
      onAdded(track)
    } catch (cause) {
      if (!signal.aborted) setError(errorText(cause))
    } finally {
      if (!signal.aborted) setShare(null)
    }
  }
  return { add, share, error }
}
