import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq } from 'drizzle-orm'
import { AppError } from '@ninesixteen/shared/errors'
import type { Config } from '../config/config.ts'
import type { Db } from '../db/db.ts'
import { projects } from '../db/schema-projects.ts'
import type { InstanceSettings } from '../instance-settings/instance-settings.ts'
import { createUrlSigner } from '../photos/signed-url.ts'
import type { Renderer } from '../rendering/renderer.ts'
import { bindRun, type BoundRun } from '../runs/run-kind.ts'
import type { RenditionSource } from '../storage/renditions.ts'
import { removeFiles, storeFile } from '../storage/stored-files.ts'
import { unfinishedFileName, UPLOADS_FOLDER } from '../storage/sweep/unfinished-uploads.ts'
import { RENDER_FILES, renderFile } from './render-file.ts'
import { renderRun, type RenderRun } from './render-kind.ts'

export interface RenderServices extends RenditionSource {
  config: Pick<Config, 'dataDir' | 'publicUrl' | 'secretKey' | 'olderSecretKeys'>
  db: Db
  renderer: Renderer | null
  settings: Pick<InstanceSettings, 'now'>
}

export function bindRenderRun(services: () => RenderServices): BoundRun {
  return bindRun(renderRun, {
    step: (run) => renderAndStore(services(), run),
    release: (userId, { path }) => removeFiles(services(), userId, [path]),
    publicResult: (id, { bytes }) => ({ url: renderUrl(services().config, id), bytes }),
  })
}

/** Path of signed links to finished renders. */
export const RENDERS_PATH = '/files/renders'

/** Opens the file of a finished render for an hour. */
export function renderUrl(config: Pick<Config, 'publicUrl' | 'secretKey' | 'olderSecretKeys'>, id: string): string {
  return new URL(createUrlSigner(config).sign(`${RENDERS_PATH}/${id}`), config.publicUrl).href
}

/** Null for an original, whose language is unknown, and after its slideshow was deleted. */
async function readLanguage(db: Db, { userId, projectId }: Pick<RenderRun, 'userId' | 'projectId'>): Promise<string | null> {
  if (projectId === null) return null
  const isProject = and(eq(projects.userId, userId), eq(projects.id, projectId))
  const [project] = await db.asUser(userId, (tx) => tx.select({ language: projects.language }).from(projects).where(isProject))
  return project?.language ?? null
}

async function renderAndStore(services: RenderServices, run: RenderRun): Promise<{ path: string; bytes: number }> {
  const { config, renderer, settings, store } = services
  if (!renderer) throw new AppError('UNAVAILABLE')
  const { extension, mimeType } = RENDER_FILES[run.input.type]
  // The name marks an unfinished upload, should this process be killed.
  const file = join(config.dataDir, UPLOADS_FOLDER, unfinishedFileName(randomUUID()))
  try {
    const language = await readLanguage(services.db, run)
    const onProgress = (done: number, total: number) => run.progress({ done, total })
    const bytes = await renderFile({ ...services, renderer }, run, { signal: run.signal, onProgress, language, file })
    run.signal.throwIfAborted()
    const put = (path: string) => store.putFile(path, file, mimeType)
    const path = await storeFile(services, run.userId, { extension, mimeType, bytes, quota: settings.now().storageQuota, put })
    return { path, bytes }
  } finally {
    await rm(file, { force: true })
  }
}
