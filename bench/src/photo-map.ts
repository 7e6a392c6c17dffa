import sharp from 'sharp'
import { photoMapSteps, starterThumbnails } from '../../scripts/photo-maps.mjs'
import { atMost, type BenchTable, quantile } from './table.ts'

const ROUNDS = 20

/** Milliseconds that the work takes for each photo, in its fastest round: other load on the machine only adds time. */
async function timesOf<T>(photos: readonly T[], work: (photo: T) => unknown): Promise<number[]> {
  const times = photos.map(() => Infinity)
  for (let round = 0; round < ROUNDS; round++) {
    for (const [index, photo] of photos.entries()) {
      const startedAt = performance.now()
      await work(photo)
      times[index] = Math.min(times[index] ?? Infinity, performance.now() - startedAt)
    }
  }
  return times
}

/** Computes the maps of the starter photos from their thumbnails. */
export async function run(): Promise<BenchTable> {
  const { pixels: size, compute, mapPhoto, read } = await photoMapSteps()
  const decode = (thumbnail: Uint8Array): Promise<Buffer> =>
    sharp(thumbnail)
      .resize({ ...size, fit: 'fill' })
      .removeAlpha()
      .raw()
      .toBuffer()
  const thumbnails = [...(await starterThumbnails()).values()]
  const pixels = await Promise.all(thumbnails.map(decode))
  const texts = await Promise.all(thumbnails.map(mapPhoto))
  const whole = await timesOf(thumbnails, mapPhoto)
  const measured = {
    'baseline: decode the thumbnail': await timesOf(thumbnails, decode),
    'compute the map of its pixels': await timesOf(pixels, compute),
    'decode and compute, as an upload does': whole,
    'read a stored map': await timesOf(texts, read),
  }
  return {
    title: `Maps of ${thumbnails.length} photos, the fastest of ${ROUNDS} rounds, milliseconds a photo`,
    columns: ['what', 'median', 'slowest photo'],
    rows: Object.entries(measured).map(([what, times]) => [what, quantile(times, 0.5), Math.max(...times)]),
    gates: [
      atMost('map of a photo, median', { value: quantile(whole, 0.5), limit: 15, unit: 'ms' }),
      atMost('map of the slowest photo', { value: Math.max(...whole), limit: 30, unit: 'ms' }),
    ],
  }
}
