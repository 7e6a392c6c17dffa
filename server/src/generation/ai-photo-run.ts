import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AI_PHOTO_SHAPES } from '@ninesixteen/shared/api/ai-photos'
import type { UploadedFile } from '@ninesixteen/shared/api/media'
import { AppError } from '@ninesixteen/shared/errors'
import type { ImagesForUser, UserImages } from '../connections/own-images.ts'
import type { Tx } from '../db/db.ts'
import { linkToCompany } from '../photos/link-to-company.ts'
import { storePhoto, type PhotoUploadServices } from '../photos/photo-files.ts'
import { bindRun, defineRun, Failed, type BoundRun, type RunContext, type RunRow } from '../runs/run-kind.ts'
import { readRun, saveResult } from '../runs/run-rows.ts'
import { returnPhotos } from './ai-photo-quota.ts'

/** Photos of one run that are made at a time. */
const AT_ONCE = 2

const inputSchema = z.object({
  prompt: z.string(),
  count: z.number().int(),
  shape: z.enum(AI_PHOTO_SHAPES),
  /** A photo to change; null makes new ones. */
  sourcePath: z.string().nullable(),
  /** Whether its photos were taken from the daily limit. */
  isLimited: z.boolean(),
})
export type AiPhotoInput = z.infer<typeof inputSchema>

const photosRun = ({ name, perProcess }: { name: string; perProcess: number }) =>
  defineRun({
    name,
    input: inputSchema,
    payload: z.null(),
    result: z.object({
      /** Storage paths of the photos so far, which are in the library. */
      paths: z.array(z.string()),
      /** Why photos are missing. */
      error: z.object({ code: z.string(), details: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
    }),
    abandoned: 'IMAGES_LOST',
    limits: {
      perProcess,
      perUser: 1,
      unfinishedPerUser: 1,
      retries: 2,
      retryAfter: 5,
      retryAfterMax: 60,
      retention: 24 * 60 * 60,
    },
  })

/** Photos that an AI makes. Each is in the library and in the result from the same transaction on. */
export const aiPhotosRun = photosRun({ name: 'ai-photos', perProcess: 2 })
/** At the user's own server, which may never finish: it must not keep others waiting for the instance's. */
export const ownAiPhotosRun = photosRun({ name: 'ai-photos-own', perProcess: 4 })

type AiPhotos = z.infer<typeof aiPhotosRun.result>
type AiPhotoRun = RunContext<AiPhotoInput, null>

interface AiPhotoServices extends PhotoUploadServices {
  connections: { imagesOf: ImagesForUser }
  log: { warn(fields: Record<string, unknown>, text: string): void }
}

/** Photos and error so far, of a run in any state. */
export const aiPhotosOf = ({ result }: Pick<RunRow, 'result'>): AiPhotos =>
  aiPhotosRun.result.nullable().parse(result) ?? { paths: [], error: null }

export function bindAiPhotoRuns(services: () => AiPhotoServices): BoundRun[] {
  return [aiPhotosRun, ownAiPhotosRun].map((kind) =>
    bindRun(kind, {
      step: (run) => makePhotos(services(), run),
      async onEnd(tx, row) {
        const { count, isLimited } = inputSchema.parse(row.input)
        const amount = count - aiPhotosOf(row).paths.length
        if (isLimited) await returnPhotos(tx, row.userId, { amount, takenAt: row.createdAt })
      },
    }),
  )
}

/** Makes the photos that earlier attempts did not. */
async function makePhotos(services: AiPhotoServices, run: AiPhotoRun): Promise<AiPhotos | Failed> {
  const { input, userId, signal } = run
  const api = await services.connections.imagesOf(userId)
  if (api === null) throw new AppError('IMAGES_NOT_SET_UP')
  const source = input.sourcePath === null ? null : await services.store.read(input.sourcePath)
  if (source === null && input.sourcePath !== null) throw new AppError('NOT_FOUND')
  let missing = input.count - (await run.write((tx) => readPaths(tx, run))).length
  const failures: unknown[] = []
  const makeInTurn = async (): Promise<void> => {
    while (missing > 0 && !signal.aborted) {
      missing -= 1
      await makeOne(services, run, { api, source }).catch((error: unknown) => failures.push(error))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, makeInTurn))
  signal.throwIfAborted()
  const unexpected = failures.find((failure) => !(failure instanceof AppError))
  if (unexpected !== undefined) throw unexpected
  const [error = null] = failures.filter((failure) => failure instanceof AppError)
  if (error) services.log.warn({ err: error, missing: failures.length }, 'AI photos are missing')
  const paths = await run.write((tx) => readPaths(tx, run))
  // A request that the API has answered may have cost something: another attempt would pay again.
  return error && paths.length === 0 ? new Failed(error) : { paths, error: error && { code: error.code, details: error.details } }
}

const readPaths = async (tx: Tx, { userId, id }: AiPhotoRun): Promise<string[]> => aiPhotosOf(await readRun(tx, userId, { id })).paths

interface Making {
  api: UserImages
  source: Uint8Array | null
}

async function makeOne(services: AiPhotoServices, run: AiPhotoRun, { api, source: original }: Making): Promise<void> {
  const { userId, companyId, signal } = run
  const { prompt, shape, count } = run.input
  const source = await api.images.make({ prompt, shape, source: original }, signal)
  const filename = `${prompt.slice(0, 60).replaceAll(/[\\/]/g, ' ').trim()}.jpg`
  const commit = (add: (tx: Tx) => Promise<UploadedFile>) =>
    run.write(async (tx) => {
      const stored = await add(tx)
      await linkToCompany(tx, userId, { media: stored.media, companyId })
      const paths = [...(await readPaths(tx, run)), stored.filePath]
      await saveResult(tx, run.id, { paths, error: null })
      run.progress({ done: paths.length, total: count })
      return stored
    })
  const upload = { source, filename, purpose: 'media', mediaId: randomUUID(), madeByAi: true, signal, commit } as const
  const stored = await storePhoto(services, userId, upload).catch((error: unknown) => {
    throw isUnusable(error) ? new AppError('IMAGES_NO_IMAGE', {}, { cause: error }) : error
  })
  // The library already had it.
  if (stored.duplicate) await commit(async () => stored)
}

/** Errors of uploads are about a file of the user, and this one is the API's. */
function isUnusable(error: unknown): boolean {
  return error instanceof AppError && error.code.startsWith('UPLOAD_')
}
