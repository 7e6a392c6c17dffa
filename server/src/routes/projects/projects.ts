import { and, eq, ilike, or } from 'drizzle-orm'
import { PROJECT_TITLE_MAX } from '@ninesixteen/shared/api/projects'
import { isNotPlanned } from '../../content-plan/plan-rows.ts'
import { AppError } from '@ninesixteen/shared/errors'
import { projects } from '../../db/schema-projects.ts'
import type { Services } from '../services.ts'
import { deleteCover } from '../../photos/project-covers.ts'
import { createUrlSigner } from '../../photos/signed-url.ts'
import { requireOwnPhotos } from '../../photos/slide-photos.ts'
import { requireOwnCompany } from '../companies/companies.ts'
import { guarded, open } from '../contract.ts'
import {
  listProjects,
  ownProject,
  ownWholeProject,
  presentProject,
  readProject,
  summarise,
  type ShownRow,
} from '../../projects/project-rows.ts'
import { assignCompany, insertProject, renameProject, restoreVersion, saveProject } from '../../projects/project-saves.ts'
import { listVariants } from '../../projects/project-variants.ts'
import { listVersions, readVersion } from '../../projects/project-versions.ts'
import { copySound } from '../../sound/project-sound.ts'

/** Maximum number of words in a search. */
const SEARCH_WORDS_MAX = 8

export const projectRoutes = {
  list: guarded.projects.list.handler(async ({ context: { services, userId }, input: { q, ...page } }) => {
    const { rows, total, next } = await listProjects(services.db, userId, { where: and(isNotPlanned, ...matching(q)), ...page })
    return { total, next, projects: rows.map((row) => summarise(row, coverUrl(services, row))) }
  }),

  get: guarded.projects.get.handler(async ({ context: { services, userId }, input: { id } }) => {
    const { row, slides } = await readProject(services.db, userId, id)
    return presentProject(row, coverUrl(services, row), slides)
  }),

  preview: open.projects.preview.handler(async ({ context, input: { id } }) => {
    const { id: userId } = await context.user()
    const { row, slides } = await readProject(context.services.db, userId, id)
    return { title: row.title, slides }
  }),

  create: guarded.projects.create.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, async (tx) => {
      requireOwnPhotos(userId, input.slides)
      await requireOwnCompany(tx, userId, input.companyId)
      const row = await insertProject(tx, services.settings.now().storageQuota, { ...input, userId })
      return presentProject(row, coverUrl(services, row), input.slides)
    }),
  ),

  save: guarded.projects.save.handler(async ({ context: { services, userId }, input, errors }) => {
    requireOwnPhotos(userId, input.slides)
    const saved = await services.db.asUser(userId, (tx) =>
      saveProject(tx, userId, { ...input, quota: services.settings.now().storageQuota }),
    )
    if ('version' in saved) return { version: saved.version, updatedAt: saved.updatedAt.toISOString() }
    const current = presentProject(saved.row, coverUrl(services, saved.row), saved.slides)
    const data = { current, isTaken: saved.isTaken }
    throw errors.VERSION_CONFLICT({ message: new AppError('VERSION_CONFLICT').message, data })
  }),

  rename: guarded.projects.rename.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, async (tx) => {
      const row = await renameProject(tx, userId, input)
      return summarise(row, coverUrl(services, row))
    }),
  ),

  assignCompany: guarded.projects.assignCompany.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, async (tx) => {
      await ownProject(tx, userId, input.id)
      await requireOwnCompany(tx, userId, input.companyId)
      const row = await assignCompany(tx, userId, input)
      return summarise(row, coverUrl(services, row))
    }),
  ),

  versions: guarded.projects.versions.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, async (tx) => listVersions(tx, await ownProject(tx, userId, id))),
  ),

  version: guarded.projects.version.handler(({ context: { services, userId }, input }) =>
    services.db.asUser(userId, (tx) => readVersion(tx, userId, input)),
  ),

  restore: guarded.projects.restore.handler(async ({ context: { services, userId }, input, errors }) => {
    const { row, slides, isConflict } = await services.db.asUser(userId, (tx) =>
      restoreVersion(tx, userId, { ...input, quota: services.settings.now().storageQuota }),
    )
    const current = presentProject(row, coverUrl(services, row), slides)
    if (isConflict) throw errors.VERSION_CONFLICT({ message: new AppError('VERSION_CONFLICT').message, data: { current, isTaken: false } })
    return current
  }),

  duplicate: guarded.projects.duplicate.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, async (tx) => {
      const { row: original, slides } = await ownWholeProject(tx, userId, id)
      const { title, topic, contentType, contentStyle, companyId } = original
      const row = await insertProject(tx, services.settings.now().storageQuota, {
        userId,
        title: copyTitle(title),
        topic,
        contentType,
        contentStyle,
        companyId,
        slides,
      })
      await copySound(tx, userId, { from: id, to: row.id })
      return presentProject(row, coverUrl(services, row), slides)
    }),
  ),

  variants: guarded.projects.variants.handler(({ context: { services, userId }, input: { id } }) =>
    services.db.asUser(userId, (tx) => listVariants(tx, userId, id)),
  ),

  remove: guarded.projects.remove.handler(async ({ context: { services, userId }, input: { id } }) => {
    await services.db.asUser(userId, async (tx) => {
      const row = await ownProject(tx, userId, id)
      // Cascades to slides and versions.
      await tx.delete(projects).where(and(eq(projects.userId, userId), eq(projects.id, row.id)))
    })
    await deleteCover(services.config.dataDir, id)
  }),
}

/** Every word of a search must occur in title or topic; escapes `%`, `_` and `\\`. */
function matching(q: string) {
  const words = q.split(/\s+/).filter((word) => word !== '')
  return words.slice(0, SEARCH_WORDS_MAX).map((word) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return or(ilike(projects.title, pattern), ilike(projects.topic, pattern))
  })
}

/** Keeps a copy's title recognizable and within the limit. */
function copyTitle(title: string): string {
  const ending = ' (copy)'
  return title.slice(0, PROJECT_TITLE_MAX - ending.length) + ending
}

/** URL of the rendered cover, which changes with the version; null before the first slide. */
function coverUrl({ config, renderer }: Services, row: ShownRow): string | null {
  if (!renderer || row.slideCount === 0) return null
  return createUrlSigner(config).sign(`/files/covers/${row.id}/${row.version}`)
}
