import type { SlideshowSound, Track } from '@ninesixteen/shared/api/tracks'
import { soundWithBeats, type SoundWithBeats } from '@ninesixteen/shared/sound/slideshow-sound'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { orpc } from '../api/client.ts'

/** The sound of a slideshow's videos, with its track. */
export interface ChosenSound extends SoundWithBeats {
  chosen: SlideshowSound
  track: Track
}

export function chosenSound(chosen: SlideshowSound | null, tracks: readonly Track[]): ChosenSound | null {
  const track = chosen && tracks.find(({ id }) => id === chosen.trackId)
  return chosen && track ? { chosen, track, ...soundWithBeats(chosen, track) } : null
}

/** The tracks of the user, and the sound of a slideshow; null for none and while loading. Without a slideshow, nothing is loaded. */
export function useSlideshowSound(projectId: string | null) {
  const enabled = projectId !== null
  const tracks = useQuery(orpc.tracks.list.queryOptions({ enabled }))
  const chosen = useQuery(orpc.sounds.read.queryOptions({ input: { id: projectId ?? '' }, enabled }))
  const sound = useMemo(() => chosenSound(chosen.data ?? null, tracks.data ?? []), [chosen.data, tracks.data])
  const isFailed = tracks.isError || chosen.isError
  return {
    tracks: tracks.data ?? null,
    isFailed,
    /** A video that is made before would be silent. */
    isKnown: isFailed || (tracks.data !== undefined && chosen.data !== undefined),
    retry: () => Promise.all([tracks.refetch(), chosen.refetch()]),
    sound,
  }
}
