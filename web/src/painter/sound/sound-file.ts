import { parseAdts } from '@ninesixteen/shared/sound/aac/adts'
import { cutSound } from '@ninesixteen/shared/sound/video-sound'
import type { SoundCut } from '@ninesixteen/shared/sound/video-sound'
import { addSoundTrack } from '@ninesixteen/shared/video/mp4-header'
import { BufferTarget, Mp4OutputFormat, Output } from 'mediabunny'

/** The sound of a video as a file to play: the packets that its MP4 gets. `url` is that of its track. */
export async function soundFile(url: string, { cut, seconds }: { cut: SoundCut; seconds: number }): Promise<Blob> {
  const response = await fetch(url)
  if (!response.ok) throw new Error(`The server answered ${response.status}`)
  const track = parseAdts(new Uint8Array(await response.arrayBuffer()))
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const add = addSoundTrack(output, cutSound(track, cut, seconds))
  await output.start()
  await add(Infinity)
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: 'audio/mp4' })
}
