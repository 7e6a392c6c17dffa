import { writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import sharp from 'sharp'
import { z } from 'zod'
import { encodeThumbnail } from '../codec/encode.ts'
import { drawnFile } from './drawn-files.ts'
import { drawLogo, drawProduct } from './brand.ts'
import { PICTURES } from './pictures/catalogue.ts'
import { developFilm } from './pictures/develop.ts'
import { newFilm } from './pictures/film.ts'
import { PHOTO_NAMES } from './pictures/names.ts'

/** A thread that draws what it is told to, one after another, until it is told nothing more. */
const { folder } = z.object({ folder: z.string() }).parse(workerData)
const jobSchema = z.union([z.enum(PHOTO_NAMES), z.enum(['logo', 'product'])])

type Job = z.infer<typeof jobSchema>

async function draw(job: Job): Promise<Uint8Array> {
  if (job === 'logo') return drawLogo()
  if (job === 'product') return drawProduct()
  const { width, expose, development } = PICTURES[job]
  return developFilm(expose(newFilm(width), development.seed), development)
}

/** The picture, its thumbnail and its size: a product that is up decodes none of them. */
async function drawFiles(job: Job): Promise<void> {
  const bytes = await draw(job)
  const { width, height } = await sharp(bytes).metadata()
  const place = `${folder}/${drawnFile(job).filename}`
  await writeFile(place, bytes)
  await writeFile(`${place}.thumbnail.webp`, await encodeThumbnail(bytes))
  await writeFile(`${place}.size.json`, JSON.stringify({ width, height }))
}

parentPort?.on('message', (message: unknown) => {
  const job = jobSchema.parse(message)
  drawFiles(job).then(
    () => parentPort?.postMessage(job),
    (error: unknown) => {
      throw error
    },
  )
})
