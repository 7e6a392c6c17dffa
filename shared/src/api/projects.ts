import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CONTENT_STYLES, CONTENT_TYPE_IDS } from '../content-types/ids.ts'
import { slidesSchema } from '../slide/model.ts'
import { PROJECT_SEARCH_MAX, PROJECT_TITLE_MAX, TOPIC_MAX } from './limits.ts'

export { PROJECT_SEARCH_MAX, PROJECT_TITLE_MAX, TOPIC_MAX } from './limits.ts'

const projectFields = {
  title: z.string().trim().min(1).max(PROJECT_TITLE_MAX),
  topic: z.string().max(TOPIC_MAX),
  contentType: z.enum(CONTENT_TYPE_IDS),
  contentStyle: z.enum(CONTENT_STYLES),
  companyId: z.uuid().nullable(),
}

/** A slideshow and its translations; `language` is null for the original. */
const linkedSchema = z.object({ id: z.uuid(), language: z.string().nullable() })

export const projectSummarySchema = z.object({
  ...projectFields,
  id: z.uuid(),
  slideCount: z.number().int(),
  status: z.enum(['draft', 'generating']),
  /** Grows by one with every save; a save names the version it changes (`If-Match`). */
  version: z.number().int(),
  /** Signed URL of the first slide as the painter draws it; null before the first slide. */
  coverUrl: z.string().nullable(),
  /** The language of a translation; absent for any other slideshow. */
  language: z.string().optional(),
  /** All that are linked as translations of one slideshow, itself included; absent without any. */
  variants: z.array(linkedSchema).optional(),
  createdAt: z.iso.datetime({ offset: true }),
  updatedAt: z.iso.datetime({ offset: true }),
})
export type ProjectSummary = z.infer<typeof projectSummarySchema>

export const projectSchema = projectSummarySchema.extend({ slides: slidesSchema.or(z.array(z.never()).length(0)) })
export type Project = z.infer<typeof projectSchema>

/**
 * Detail of VERSION_CONFLICT: what the server has. `isTaken` means that the refused save is the retry of one that was saved, its response lost,
 * before another save followed: both sides then know its content.
 */
export const versionConflictSchema = z.object({ current: projectSchema, isTaken: z.boolean() })

/** An earlier state of a project. */
export const projectVersionSummarySchema = z.object({
  version: z.number().int(),
  title: z.string(),
  slideCount: z.number().int(),
  /** When this state was saved, not when it was replaced. */
  createdAt: z.iso.datetime({ offset: true }),
})
export type ProjectVersionSummary = z.infer<typeof projectVersionSummarySchema>

export const projectVersionSchema = projectVersionSummarySchema.extend({ slides: projectSchema.shape.slides })
export type ProjectVersion = z.infer<typeof projectVersionSchema>

/** A slideshow among its translations. */
export const projectVariantSchema = linkedSchema.extend({
  title: z.string(),
  version: z.number().int(),
  /** Whether the original changed since it was translated. */
  isOutdated: z.boolean(),
})
export type ProjectVariant = z.infer<typeof projectVariantSchema>

const versionPath = { id: z.uuid(), from: z.coerce.number().int().min(0) }
const conflict = { VERSION_CONFLICT: { status: 412, data: versionConflictSchema } }

export const projectsContract = {
  /**
   * Recently changed first. `q` matches words in title or topic, in any case; `total` counts the matches, and `next` is the cursor to pass as
   * `after`. Pages of 0.2.0 use `offset`; remove it with the second release after that.
   */
  list: oc
    .route({ method: 'GET', path: '/projects' })
    .input(
      z.object({
        limit: z.coerce.number().int().min(1).max(200).default(60),
        offset: z.coerce.number().int().min(0).default(0),
        after: z.string().max(80).optional(),
        q: z.string().trim().max(PROJECT_SEARCH_MAX).default(''),
      }),
    )
    .output(z.object({ total: z.number().int(), projects: z.array(projectSummarySchema), next: z.string().nullable() })),
  get: oc
    .route({ method: 'GET', path: '/projects/{id}' })
    .input(z.object({ id: z.uuid() }))
    .output(projectSchema),
  /** Shows users their own slideshow, also without the plan that the editor requires. */
  preview: oc
    .route({ method: 'GET', path: '/projects/{id}/preview' })
    .input(z.object({ id: z.uuid() }))
    .output(projectSchema.pick({ title: true, slides: true })),
  create: oc
    .route({ method: 'POST', path: '/projects', successStatus: 201 })
    .input(z.object({ ...projectFields, slides: slidesSchema }))
    .output(projectSchema),
  /**
   * Saves title and slides as one. `version` is the version the change was made on; another one on the server gives 412
   * with the server's project in `data.current`. `saveId` makes a repeated save (lost reply) answer as the first did.
   */
  save: oc
    .route({ method: 'PUT', path: '/projects/{id}' })
    .input(
      z.object({
        id: z.uuid(),
        version: z.number().int().min(0),
        saveId: z.uuid(),
        title: projectFields.title.optional(),
        slides: slidesSchema,
      }),
    )
    .errors(conflict)
    .output(z.object({ version: z.number().int(), updatedAt: z.iso.datetime({ offset: true }) })),
  /** Renames. Raises the version like a save, so that an open editor adopts the new title. */
  rename: oc
    .route({ method: 'PATCH', path: '/projects/{id}' })
    .input(z.object({ id: z.uuid(), title: projectFields.title }))
    .output(projectSummarySchema),
  /** Sets the company of a slideshow: whose brand, photos and voice it uses. Its content and version stay. */
  assignCompany: oc
    .route({ method: 'PUT', path: '/projects/{id}/company' })
    .input(z.object({ id: z.uuid(), companyId: projectFields.companyId }))
    .output(projectSummarySchema),
  /** Earlier states, newest first; at most 20. */
  versions: oc
    .route({ method: 'GET', path: '/projects/{id}/versions' })
    .input(z.object({ id: z.uuid() }))
    .output(z.array(projectVersionSummarySchema)),
  version: oc.route({ method: 'GET', path: '/projects/{id}/versions/{from}' }).input(z.object(versionPath)).output(projectVersionSchema),
  /** Makes an earlier state the current one, with the same version check as a save. The previous state becomes a version. */
  restore: oc
    .route({ method: 'POST', path: '/projects/{id}/versions/{from}/restore' })
    .input(z.object({ ...versionPath, version: z.number().int().min(0), saveId: z.uuid() }))
    .errors(conflict)
    .output(projectSchema),
  duplicate: oc
    .route({ method: 'POST', path: '/projects/{id}/duplicate', successStatus: 201 })
    .input(z.object({ id: z.uuid() }))
    .output(projectSchema),
  /** The slideshow and those linked to it as translations, the original first. */
  variants: oc
    .route({ method: 'GET', path: '/projects/{id}/variants' })
    .input(z.object({ id: z.uuid() }))
    .output(z.array(projectVariantSchema)),
  remove: oc.route({ method: 'DELETE', path: '/projects/{id}' }).input(z.object({ id: z.uuid() })),
}
