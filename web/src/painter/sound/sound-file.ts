import { parseAdts } from '@ninesixteen/shared/sound/aac/adts'
import { cutSound } from '@ninesixteen/shared/sound/video-sound'
import type { VideoSound } from '@ninesixteen/shared/sound/video-sound'
import { addSoundTrack } from '@ninesixteen/shared/video/mp4-header'
import { BufferTarget, Mp4OutputFormat, Output } from 'mediabunny'
import { fileUrl } from '../../api/file-urls.ts'

/** The sound of a video as a file to play: the packets that its MP4 gets. */
export async function soundFile(sound: VideoSound, seconds: number): Promise<Blob> {
  const response = await fetch((await fileUrl(sound.path, 'original')) ?? '')
  if (!response.ok) throw new Error(`The server answered ${response.status}`)
  const track = parseAdts(new Uint8Array(await response.arrayBuffer()))
  const target = new BufferTarget()
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target })
  const add = addSoundTrack(output, cutSound(track, sound, seconds))
  await output.start()
  await add(Infinity)
  await output.finalize()
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: 'audio/mp4' })
}
