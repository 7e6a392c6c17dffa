import { oc } from '@orpc/contract'
import { z } from 'zod'
import { IDEA_CATEGORIES } from '../text/idea-category.ts'

export const ideaSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  category: z.enum(IDEA_CATEGORIES),
  description: z.string(),
  isFavorite: z.boolean(),
  isUsed: z.boolean(),
  companyId: z.uuid().nullable(),
  createdAt: z.iso.datetime({ offset: true }),
})
export type Idea = z.infer<typeof ideaSchema>

/** Ideas of one request. */
export const IDEAS_WANTED = 25

/** Generates and stores ideas. Outside of the contract, like generation. */
export const IDEAS_PATH = '/api/ideas'
/** The parser accepts longer topics up to here, so that they get their own error (TOPIC_TOO_LONG). */
const TOPIC_READ_MAX = 100_000

/** Body of `POST /api/ideas`. */
export const ideasRequestSchema = z.object({
  topic: z.string().max(TOPIC_READ_MAX).default(''),
  companyId: z.uuid().nullable().default(null),
})
export type IdeasRequest = z.infer<typeof ideasRequestSchema>

/** Response of `POST /api/ideas`: the new ideas, in the order in which they start the list. */
export const ideasReplySchema = z.object({ ideas: z.array(ideaSchema) })

/** Body of `POST /api/similar-topics`. */
export const similarTopicsRequestSchema = z.object({ projectId: z.uuid() })

/** Answer of `POST /api/similar-topics`; none of its topics says what a slideshow of the user says. */
export const similarTopicsReplySchema = z.object({ topics: z.array(z.object({ title: z.string(), description: z.string() })) })

export const ideasContract = {
  /** The newest thousand, newest first, optionally of one company. For pages of 0.2.0; remove it with the second release after that. */
  list: oc
    .route({ method: 'GET', path: '/ideas' })
    .input(z.object({ companyId: z.uuid().optional() }))
    .output(z.array(ideaSchema)),
  /** Newest first, those that match the filter; `next` is the cursor of the following page. */
  page: oc
    .route({ method: 'GET', path: '/ideas/page' })
    .input(
      z.object({
        companyId: z.uuid().optional(),
        category: z.enum(IDEA_CATEGORIES).optional(),
        favorites: z.stringbool().or(z.boolean()).default(false),
        limit: z.coerce.number().int().min(1).max(200).default(100),
        after: z.string().max(80).optional(),
      }),
    )
    .output(z.object({ ideas: z.array(ideaSchema), next: z.string().nullable() })),
  update: oc
    .route({ method: 'PATCH', path: '/ideas/{id}' })
    .input(z.object({ id: z.uuid(), isFavorite: z.boolean().optional(), isUsed: z.boolean().optional() }))
    .output(ideaSchema),
  remove: oc.route({ method: 'DELETE', path: '/ideas/{id}' }).input(z.object({ id: z.uuid() })),
  /** All ideas, or those of one company. */
  clear: oc
    .route({ method: 'POST', path: '/ideas/clear' })
    .input(z.object({ companyId: z.uuid().optional() }))
    .output(z.object({ removed: z.number().int() })),
}
