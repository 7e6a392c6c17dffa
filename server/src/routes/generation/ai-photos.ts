import { and, eq, inArray } from 'drizzle-orm'
import type { AiPhotoJob } from '@ninesixteen/shared/api/ai-photos'
import { AppError } from '@ninesixteen/shared/errors'
import { isStarterPath } from '@ninesixteen/shared/slide/starter-photos'
import type { Tx } from '../../db/db.ts'
import { lockFor } from '../../db/lock-for.ts'
import { runs } from '../../db/schema-runs.ts'
import { photosLeft, takePhotos } from '../../generation/ai-photo-quota.ts'
import { aiPhotosOf, aiPhotosRun, ownAiPhotosRun } from '../../generation/ai-photo-run.ts'
import { toAppError, type RunRow } from '../../runs/run-kind.ts'
import { insertRun } from '../../runs/run-rows.ts'
import { ownsFiles } from '../../storage/stored-files.ts'
import { requireOwnCompany } from '../companies/companies.ts'
import { guarded } from '../contract.ts'
import type { Services } from '../services.ts'

/** Retry-After while photos of the user are being made, in seconds. */
const RETRY_SECONDS = 10

/** Throws NOT_FOUND unless the user has this photo. */
async function requirePhoto({ db }: Services, userId: string, path: string): Promise<void> {
  const isOwn = !isStarterPath(path) && (await db.asUser(userId, (tx) => ownsFiles(tx, userId, [path])))
  if (!isOwn) throw new AppError('NOT_FOUND')
}

const isUnfinished = ({ state }: RunRow): boolean => state === 'waiting' || state === 'running'

/** The user's runs of the last day. */
function readRuns(tx: Tx, userId: string): Promise<RunRow[]> {
  const kinds = [aiPhotosRun.name, ownAiPhotosRun.name]
  return tx
    .select()
    .from(runs)
    .where(and(eq(runs.userId, userId), inArray(runs.kind, kinds)))
}

async function readJob({ db }: Services, userId: string, id: string): Promise<AiPhotoJob> {
  const row = (await db.asUser(userId, (tx) => readRuns(tx, userId))).find((run) => run.id === id)
  if (!row) throw new AppError('NOT_FOUND')
  return toAiPhotoJob(row)
}

function toAiPhotoJob(row: RunRow): AiPhotoJob {
  const { prompt, count } = aiPhotosRun.input.parse(row.input)
  const { paths, error } = aiPhotosOf(row)
  const failure = row.error ?? error
  const status = row.state === 'waiting' ? 'running' : row.state
  return { id: row.id, status, prompt, wanted: count, paths, problem: failure && toAppError(failure).message }
}

export const aiPhotoRoutes = {
  state: guarded.aiPhotos.state.handler(async ({ context: { services, userId } }) => {
    const api = await services.connections.imagesOf(userId)
    return services.db.asUser(userId, async (tx) => {
      const run = (await readRuns(tx, userId)).find(isUnfinished)
      const left = api === null ? 0 : await photosLeft(tx, userId, api.daily)
      return { isReady: api !== null, left, running: run ? toAiPhotoJob(run) : null }
    })
  }),

  start: guarded.aiPhotos.start.handler(async ({ context: { services, userId }, input: { id, companyId, ...request } }) => {
    await services.db.asUser(userId, (tx) => requireOwnCompany(tx, userId, companyId))
    if (request.sourcePath !== null) await requirePhoto(services, userId, request.sourcePath)
    const api = await services.connections.imagesOf(userId)
    if (api === null) throw new AppError('IMAGES_NOT_SET_UP')
    const kind = api.isOwnServer ? ownAiPhotosRun : aiPhotosRun
    const row = await services.db.asUser(userId, async (tx) => {
      await lockFor(tx, `ai-photos:${userId}`)
      const earlier = await readRuns(tx, userId)
      const repeated = earlier.find((run) => run.id === id)
      if (repeated) return repeated
      if (earlier.some(isUnfinished)) throw new AppError('RATE_LIMITED', { seconds: RETRY_SECONDS })
      const isLimited = await takePhotos(tx, userId, { amount: request.count, daily: api.daily })
      const title = request.prompt.slice(0, 100)
      return insertRun(tx, userId, {
        kind,
        run: { id, title, companyId, projectId: null, input: { ...request, isLimited }, payload: null },
      })
    })
    return toAiPhotoJob(row)
  }),

  read: guarded.aiPhotos.read.handler(({ context: { services, userId }, input: { id } }) => readJob(services, userId, id)),

  cancel: guarded.aiPhotos.cancel.handler(async ({ context: { services, userId }, input: { id } }) => {
    await readJob(services, userId, id)
    return toAiPhotoJob(await services.runs.cancel(userId, id))
  }),
}
