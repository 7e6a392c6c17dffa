// Renders the video of 34 photos, or ten slides with motion, in a process like the product's, and prints the duration and peak memory.
// node --expose-gc server/src/testing/painter-lab/measure-video.ts --assets FOLDER --photos FOLDER [--rounds N] [--motion]
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { multiPhotoVideo, slideshowVideo } from '@ninesixteen/shared/video/video-spec'
import { PHOTO_CHANGES } from '@ninesixteen/shared/video/timeline'
import { enableCompileCache } from '../../bootstrap/compile-cache.ts'
import { createRenderer } from '../../rendering/renderer.ts'
import { typicalSlides } from './slides.ts'

/** Resets the peak of the resident set to its current size: proc(5), clear_refs. */
const FORGET_PEAK = '5'

const { values } = parseArgs({
  options: {
    assets: { type: 'string' },
    photos: { type: 'string' },
    rounds: { type: 'string', default: '4' },
    motion: { type: 'boolean' },
  },
})
const { assets, photos, rounds, motion } = values
if (assets === undefined || photos === undefined) throw new Error('--assets and --photos are needed')

// Loads everything the product keeps in memory besides the painter, in the product's way.
enableCompileCache()
await import('../../bootstrap/start-server.ts')
// A product that has run for a few seconds has collected its startup garbage.
globalThis.gc?.()
const isLinux = process.platform === 'linux'
if (isLinux) await writeFile('/proc/self/clear_refs', FORGET_PEAK)

/** Peak memory of this process since the reset, in bytes. */
async function peakMemory(): Promise<number> {
  if (!isLinux) return process.resourceUsage().maxRSS * 1024
  // resourceUsage would include the parent's peak.
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const load = (path: string): Promise<Buffer> => readFile(join(photos, basename(path)))
// The last of them has a logo.
const [slide] = typicalSlides(2)
if (!slide) throw new Error('The lab has no slide')
const photo = (index: number): string => `video/${index}.jpg`
const video = motion
  ? slideshowVideo(
      Array.from({ length: 10 }, (_, index) => ({ ...slide, backgroundImage: photo(index) })),
      { seconds: 1, crossFade: false, motion },
    )
  : multiPhotoVideo(
      slide,
      Array.from({ length: PHOTO_CHANGES }, (_, index) => photo(index)),
    )
const renderer = createRenderer({ assetsDir: assets })
const ms: number[] = []
/** CPU time of all threads: on a busy machine it says more than elapsed time. */
const cpuMs: number[] = []
let bytes = 0
for (let round = 0; round < Number(rounds); round++) {
  const [start, used] = [performance.now(), process.cpuUsage()]
  const rendered = await renderer.renderVideo(video, { loadCover: load, loadOriginal: load }, { userId: 'lab' })
  bytes = rendered.bytes
  await rendered.close()
  ms.push(performance.now() - start)
  const { user, system } = process.cpuUsage(used)
  cpuMs.push((user + system) / 1000)
}
await renderer.close()
process.stdout.write(`${JSON.stringify({ ms, cpuMs, bytes, peakBytes: await peakMemory() })}\n`)
process.exit()
