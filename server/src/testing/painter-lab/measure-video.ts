// Makes the video of 34 photos in a process like the product's, and prints how long it took and the most memory the process had.
// node --expose-gc server/src/testing/painter-lab/measure-video.ts --assets FOLDER --photos FOLDER [--rounds N]
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { multiPhotoVideo } from '@ninesixteen/shared/video/video-spec'
import { PHOTO_CHANGES } from '@ninesixteen/shared/video/timeline'
import { enableCompileCache } from '../../bootstrap/compile-cache.ts'
import { createRenderer } from '../../rendering/renderer.ts'
import { typicalSlides } from './slides.ts'

/** Sets the peak of the resident set back to what it is now: see proc(5), clear_refs. */
const FORGET_PEAK = '5'

const { values } = parseArgs({
  options: { assets: { type: 'string' }, photos: { type: 'string' }, rounds: { type: 'string', default: '4' } },
})
const { assets, photos, rounds } = values
if (assets === undefined || photos === undefined) throw new Error('--assets and --photos are needed')

// Everything that the product's process holds in memory beside the painter, loaded as it loads it.
enableCompileCache()
await import('../../bootstrap/start-server.ts')
// What loading left behind is gone in a product that has been up for some seconds.
globalThis.gc?.()
const isLinux = process.platform === 'linux'
if (isLinux) await writeFile('/proc/self/clear_refs', FORGET_PEAK)

/** The most memory this process has had since the peak was forgotten, in bytes. */
async function peakMemory(): Promise<number> {
  if (!isLinux) return process.resourceUsage().maxRSS * 1024
  // What the parent had counts in resourceUsage.
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(await readFile('/proc/self/status', 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

const load = (path: string): Promise<Buffer> => readFile(join(photos, basename(path)))
// The last of them has a logo.
const [slide] = typicalSlides(2)
const film = multiPhotoVideo(
  slide,
  Array.from({ length: PHOTO_CHANGES }, (_, index) => `film/${index}.jpg`),
)
const renderer = createRenderer({ assetsDir: assets })
const ms: number[] = []
/** Of all cores and threads: on a machine that does other things too it says more than the time that passed. */
const cpuMs: number[] = []
let bytes = 0
for (let round = 0; round < Number(rounds); round++) {
  const [start, used] = [performance.now(), process.cpuUsage()]
  const made = await renderer.renderVideo(film, { loadCover: load, loadPicture: load }, { person: 'lab' })
  bytes = made.bytes
  await made.close()
  ms.push(performance.now() - start)
  const { user, system } = process.cpuUsage(used)
  cpuMs.push((user + system) / 1000)
}
await renderer.close()
process.stdout.write(`${JSON.stringify({ ms, cpuMs, bytes, peakBytes: await peakMemory() })}\n`)
process.exit()
