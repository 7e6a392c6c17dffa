import { writeFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { drawLogo, drawProduct } from './brand.ts'
import { PICTURES } from './pictures/catalogue.ts'
import { developFilm } from './pictures/develop.ts'
import { newFilm } from './pictures/film.ts'
import { PHOTO_NAMES } from './pictures/names.ts'

/** A thread that draws what it is told to, one after another, until it is told nothing more. */
const { folder } = z.object({ folder: z.string() }).parse(workerData)
const jobSchema = z.union([z.enum(PHOTO_NAMES), z.enum(['logo', 'product'])])

async function draw(job: z.infer<typeof jobSchema>): Promise<void> {
  if (job === 'logo') return writeFile(`${folder}/logo.png`, await drawLogo())
  if (job === 'product') return writeFile(`${folder}/product.png`, await drawProduct())
  const { width, expose, development } = PICTURES[job]
  const film = expose(newFilm(width), development.seed)
  return writeFile(`${folder}/${job}.jpg`, await developFilm(film, development))
}

parentPort?.on('message', (message: unknown) => {
  const job = jobSchema.parse(message)
  draw(job).then(
    () => parentPort?.postMessage(job),
    (error: unknown) => {
      throw error
    },
  )
})
