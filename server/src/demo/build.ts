import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DEMO_PICTURES, DRAWN } from './drawn-files.ts'
import { PHOTO_NAMES } from './pictures/names.ts'

const THREADS_MAX = 4

/**
 * Draws the demo's photographs, logo and product, unless the files of this very code stand already. They are drawn into a folder of
 * their own that takes its place when it is whole, so that a start cut short or two starts at once leave nothing half there. Returns the
 * stamp of the code, which is that of the pictures.
 */
export async function buildDemo({ log }: { log: (text: string) => void }): Promise<string> {
  const stamp = await stampOfCode()
  if ((await readStamp()) === stamp) return stamp
  const started = performance.now()
  const folder = `${DEMO_PICTURES}.${process.pid}`
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  try {
    await drawAll(folder)
    await writeFile(join(folder, 'stamp'), stamp)
    await rm(DEMO_PICTURES, { recursive: true, force: true })
    await rename(folder, DEMO_PICTURES).catch(async (error: unknown) => {
      // Another start was first: its pictures are the same.
      if ((await readStamp()) !== stamp) throw error
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  log(`Drew ${PHOTO_NAMES.length} demo pictures in ${((performance.now() - started) / 1000).toFixed(1)} s`)
  return stamp
}

async function drawAll(folder: string): Promise<void> {
  const waiting: string[] = [...DRAWN]
  const threads = Math.min(THREADS_MAX, availableParallelism())
  const workers = Array.from(
    { length: threads },
    () => new Worker(new URL('./draw-worker.ts', import.meta.url), { workerData: { folder } }),
  )
  try {
    await Promise.all(workers.map((worker) => feed(worker, waiting)))
  } finally {
    await Promise.all(workers.map((worker) => worker.terminate()))
  }
}

/** Jobs a thread holds at a time: it draws one while the encoder is at work on another. */
const IN_HAND = 2

/** Hands one job after another to a thread; settles when the last is done. */
function feed(worker: Worker, waiting: string[]): Promise<void> {
  return new Promise((done, reject) => {
    let inHand = 0
    const next = (): void => {
      const job = waiting.shift()
      if (job !== undefined) {
        inHand += 1
        worker.postMessage(job)
      } else if (inHand === 0) done()
    }
    worker.on('message', () => {
      inHand -= 1
      next()
    })
    worker.on('error', reject)
    worker.on('exit', (code) => reject(new Error(`The thread that draws pictures ended with code ${code}`)))
    for (let i = 0; i < IN_HAND; i += 1) next()
  })
}

async function readStamp(): Promise<string | null> {
  const path = join(DEMO_PICTURES, 'stamp')
  return existsSync(path) ? readFile(path, 'utf8') : null
}

async function stampOfCode(): Promise<string> {
  const hash = createHash('sha256')
  const entries = await readdir(import.meta.dirname, { recursive: true, withFileTypes: true })
  const drawing = entries
    .filter(
      (entry) => entry.isFile() && (entry.parentPath.includes('pictures') || entry.name === 'brand.ts' || entry.name === 'draw-worker.ts'),
    )
    .map((entry) => join(entry.parentPath, entry.name))
  for (const path of drawing.toSorted()) hash.update(await readFile(path))
  return hash.digest('hex')
}
