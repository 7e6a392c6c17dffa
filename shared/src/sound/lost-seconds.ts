import type { InputAudioTrack } from 'mediabunny'

/** Headers round, and encoders pad: less is no loss. */
const LOST_MIN = 2

/** How much of its sound a file lacks that was cut off, by the duration in its header. 0 for a complete one, and where no header has one. */
export async function lostSeconds(track: Pick<InputAudioTrack, 'computeDuration' | 'getDurationFromMetadata'>): Promise<number> {
  const [declared, present] = [await track.getDurationFromMetadata({}), await track.computeDuration()]
  const lost = (declared ?? present) - present
  return lost >= LOST_MIN ? lost : 0
}
