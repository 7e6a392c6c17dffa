import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import type { Logger } from 'pino'
import { z } from 'zod'
import { AppError, ERRORS } from '@ninesixteen/shared/errors'
import type { Config } from '../config/config.ts'
import type { Db, Tx } from '../db/db.ts'
import { projects } from '../db/schema-projects.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { defineJob, type JobRun } from '../jobs/job.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Renderer } from '../rendering/renderer.ts'
import type { RenditionSource } from '../storage/renditions.ts'
import { removeFiles, storeFile } from '../storage/stored-files.ts'
import { unfinishedFileName, UPLOADS_FOLDER } from '../storage/sweep/unfinished-uploads.ts'
import { RENDER_FILES, renderFile } from './render-file.ts'
import { claimRender, endRender, releaseRender, renewLease, type ClaimedRender } from './render-rows.ts'

/** Makes the next render. The rows are the truth: a lost job delays a render by at most a minute. */
export const renderSlideshowsJob = defineJob({
  name: 'render-slideshows',
  data: z.object({}),
  retries: 0,
  seconds: 1800,
  atOnce: 2,
  isOneOfKey: true,
  every: '* * * * *',
})

/** How often a process renews its lease, tells the progress, and learns that a render was cancelled, in milliseconds. */
const BEAT_MS = 1000

export interface RenderServices extends RenditionSource {
  config: Pick<Config, 'dataDir'>
  db: Db
  jobs: Jobs
  log: Logger
  renderer: Renderer | null
  settings: Pick<InstanceSettings, 'now'>
}

/** Starts rendering once this transaction is committed. */
export async function announceRender({ jobs }: Pick<RenderServices, 'jobs'>, tx: Tx): Promise<void> {
  await jobs.send(renderSlideshowsJob, {}, { tx })
}

/** Makes the next render of any owner, if there is one, and looks for another afterwards. */
export async function makeNextRender(services: RenderServices, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
  const claimed = await claimRender(services.db)
  if (!claimed) return
  if (claimed.attemptsLeft < 0) await endRender(services.db, claimed, { failure: { code: 'SLIDE_TOO_COMPLEX', details: {} } })
  else await makeRender(services, claimed, signal)
  await services.jobs.send(renderSlideshowsJob, {})
}

async function makeRender(services: RenderServices, claimed: ClaimedRender, stopping: AbortSignal): Promise<void> {
  const { db, log } = services
  const superseded = new AbortController()
  let progress = 0
  const beat = setInterval(() => {
    renewLease(db, claimed, progress).then(
      (isHeld) => isHeld || superseded.abort(new Error('The render was cancelled')),
      (error: unknown) => log.debug({ err: error }, 'The lease of a render could not be renewed'),
    )
  }, BEAT_MS)
  const signal = AbortSignal.any([stopping, superseded.signal])
  try {
    const result = await renderAndStore(services, claimed, { signal, onProgress: (share) => (progress = share) })
    if (!(await endRender(db, claimed, result))) await removeFiles(services, claimed.userId, [result.path])
  } catch (error) {
    if (superseded.signal.aborted) return
    if (stopping.aborted) return void (await releaseRender(db, claimed, { isPaused: false }))
    const code = error instanceof AppError ? error.code : 'INTERNAL'
    const isOurs = ERRORS[code][0] >= 500 && code !== 'STORAGE_QUOTA'
    if (isOurs) log.warn({ err: error, render: claimed.id }, 'A slideshow could not be rendered')
    if (isOurs && claimed.attemptsLeft > 0) return void (await releaseRender(db, claimed, { isPaused: true }))
    await endRender(db, claimed, { failure: { code, details: error instanceof AppError ? error.details : {} } })
  } finally {
    clearInterval(beat)
  }
}

/** Null for an original, whose language is unknown, and after its slideshow was deleted. */
async function readLanguage(db: Db, { userId, projectId }: ClaimedRender): Promise<string | null> {
  if (projectId === null) return null
  const isIt = and(eq(projects.userId, userId), eq(projects.id, projectId))
  const [row] = await db.asUser(userId, (tx) => tx.select({ language: projects.language }).from(projects).where(isIt))
  return row?.language ?? null
}

async function renderAndStore(
  services: RenderServices,
  render: ClaimedRender,
  turn: { signal: AbortSignal; onProgress(share: number): void },
): Promise<{ path: string; bytes: number }> {
  const { config, renderer, settings, store } = services
  if (!renderer) throw new AppError('UNAVAILABLE')
  const { extension, mimeType } = RENDER_FILES[render.type]
  // The name marks an unfinished upload, should this process be killed.
  const file = join(config.dataDir, UPLOADS_FOLDER, unfinishedFileName(randomUUID()))
  try {
    const bytes = await renderFile({ ...services, renderer }, render, { ...turn, language: await readLanguage(services.db, render), file })
    turn.signal.throwIfAborted()
    const put = (path: string) => store.putFile(path, file, mimeType)
    const path = await storeFile(services, render.userId, { extension, mimeType, bytes, quota: settings.now().storageQuota, put })
    return { path, bytes }
  } finally {
    await rm(file, { force: true })
  }
}
