import { parseAdts } from '@ninesixteen/shared/sound/aac/adts'
import { cutSound } from '@ninesixteen/shared/sound/video-sound'
import { mp4Header } from '@ninesixteen/shared/video/mp4-header'
import type { RenderJob, RenderReply } from './render-job.ts'

/** The header of a video, and the packets of its sound for each place between the frames. */
export async function videoHeader({ stream, track }: Extract<RenderJob, { kind: 'mp4-header' }>): Promise<RenderReply> {
  const sound = track && cutSound(parseAdts(track.file), track.cut, track.seconds)
  const header = await mp4Header({ ...stream, sound })
  return {
    files: header.boxes,
    sound: header.sound.map(({ after, from, to }) => ({ after, bytes: Buffer.concat(sound?.packets.slice(from, to) ?? []) })),
  }
}
