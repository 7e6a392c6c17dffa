import { z } from 'zod'
import { CONTENT_STYLES, CONTENT_TYPE_IDS } from '../content-types/ids.ts'
import { EXTRA_CONTEXT_MAX, PROJECT_SEARCH_MAX, PROJECT_TITLE_MAX, TOPIC_MAX } from '../api/limits.ts'
import { STOCK_SERVICE_IDS } from '../stock/stock-services.ts'
import { LOOK_IDS } from '../looks/look-ids.ts'
import { FORMATS, MAIN_FORMAT } from '../slide/formats.ts'
import { slideSchema, slidesSchema } from '../slide/model.ts'
import { SLIDE_COUNT_MAX } from '../text/slide-count.ts'
import { byId, moment, next, paging, reads, withFile, writes } from './base.ts'

const title = z.string().trim().min(1).max(PROJECT_TITLE_MAX)

export const slideshowSchema = z.object({
  id: z.uuid(),
  title: z.string(),
  topic: z.string(),
  content_type: z.enum(CONTENT_TYPE_IDS),
  content_style: z.enum(CONTENT_STYLES),
  company_id: z.uuid().nullable(),
  slide_count: z.number().int(),
  status: z.enum(['draft', 'generating']),
  version: z.number().int().describe('Grows with every change. The `ETag` is this number in quotes.'),
  url: z.string().describe('Where its owner edits it.'),
  created_at: moment,
  updated_at: moment,
})
export type PublicSlideshow = z.infer<typeof slideshowSchema>

export const generationSchema = z.object({
  slideshow_id: z.uuid(),
  status: z.enum(['running', 'done', 'failed']).describe('`failed`: some slides are missing, and `notice` says why.'),
  slides: z.number().int().describe('Slides written so far.'),
  wanted: z.number().int().nullable(),
  notice: z.string().nullable(),
})
export type PublicGeneration = z.infer<typeof generationSchema>

export const creditsSchema = z.object({
  credits: z
    .array(
      z.object({
        service: z.enum(STOCK_SERVICE_IDS),
        photo_id: z.string().describe('The service’s own id.'),
        title: z.string(),
        author: z.string().nullable(),
        author_url: z.string().nullable(),
        licence: z.string().describe('Such as `CC BY 2.0`.'),
        licence_url: z.string().nullable(),
        page_url: z.string().describe('The photo’s page, which names author and licence.'),
        credit: z
          .enum(['required', 'asked', 'free'])
          .describe('`required`: the licence requires a credit. `asked`: the service asks for one. `free`: neither does.'),
      }),
    )
    .describe('Each found photo once, in the order of the slides.'),
  text: z.string().describe('The lines that credit all of them in a caption. Empty without found photos.'),
  shows_ai_photos: z
    .boolean()
    .describe('Whether a slide shows a photo that an AI made here. Posts to networks with a label for it get the label.'),
})
export type PublicCredits = z.infer<typeof creditsSchema>

const etag = z.object({ etag: z.string() })

const SLIDES_EXAMPLE = [
  { id: 'cover', textBoxes: [{ id: 'title', text: 'Five habits of calm mornings', x: 28, y: 160, width: 200, height: 80 }] },
]
const READ = ['slideshows:read'] as const
const WRITE = ['slideshows:write'] as const

export const slideshowsContract = {
  list: reads('/slideshows', READ, 'List slideshows, last changed first')
    .input(
      z.object({ query: z.object({ ...paging, search: z.string().max(PROJECT_SEARCH_MAX).default(''), company_id: z.uuid().optional() }) }),
    )
    .output(z.object({ slideshows: z.array(slideshowSchema), next })),
  get: reads('/slideshows/{id}', READ, 'Read a slideshow with its slides')
    .route({ outputStructure: 'detailed' })
    .input(z.object({ params: byId }))
    .output(z.object({ headers: etag, body: slideshowSchema.extend({ slides: z.array(slideSchema) }) })),
  create: writes({ method: 'POST', path: '/slideshows', scopes: WRITE, summary: 'Create a slideshow from slides', successStatus: 201 })
    .route({ outputStructure: 'detailed' })
    .input(
      z.object({
        body: z
          .object({
            title,
            topic: z.string().max(TOPIC_MAX).default(''),
            content_type: z.enum(CONTENT_TYPE_IDS).default('custom'),
            content_style: z.enum(CONTENT_STYLES).default('educational'),
            company_id: z.uuid().nullable().default(null),
            slides: slidesSchema,
          })
          .meta({ examples: [{ title: 'Calm mornings', slides: SLIDES_EXAMPLE }] }),
      }),
    )
    .output(z.object({ headers: etag, body: slideshowSchema })),
  update: writes({
    method: 'PUT',
    path: '/slideshows/{id}',
    scopes: WRITE,
    summary: 'Replace the title and slides of a slideshow',
    description:
      'Send the `ETag` you read as `If-Match`. If the slideshow was changed meanwhile, the answer is 412: read it again and repeat your change.',
  })
    .route({ outputStructure: 'detailed' })
    .input(
      z.object({
        params: byId,
        headers: z.object({
          'if-match': z.string().max(40).optional().describe('The `ETag` of the slideshow that you read and changed. Required.'),
        }),
        body: z
          .object({ title: title.optional(), slides: slidesSchema })
          .meta({ examples: [{ title: 'Calm mornings', slides: SLIDES_EXAMPLE }] }),
      }),
    )
    .output(z.object({ headers: etag, body: slideshowSchema })),
  generate: writes({
    method: 'POST',
    path: '/slideshows/generate',
    scopes: WRITE,
    summary: 'Generate a slideshow with AI',
    description:
      'Answers at once, or with `Prefer: wait=N` when it is finished, after at most N seconds (up to 60). Read the progress while `status` is `running`. A generation that wrote no slide leaves no slideshow.',
    successStatus: 202,
  })
    .input(
      z.object({
        headers: z.object({ prefer: z.string().max(100).optional().describe('`wait=60` waits up to 60 seconds.') }),
        body: z
          .object({
            topic: z.string().trim().min(1).max(TOPIC_MAX),
            content_type: z.enum(CONTENT_TYPE_IDS).exclude(['custom']).default('numbered-list'),
            slide_count: z.union([z.literal('auto'), z.number().int().min(1).max(SLIDE_COUNT_MAX)]).default('auto'),
            template_id: z
              .uuid()
              .optional()
              .describe('Fills the slots of this template. Its slides and content type replace `content_type` and `slide_count`.'),
            look: z
              .enum(LOOK_IDS)
              .optional()
              .describe(
                'How the slides look. Absent: as the company, else the user, chose last; with `template_id`, as the template. `brand` is made of the fonts and colors of the company’s brand, and is `bold` without any.',
              ),
            company_id: z.uuid().nullable().default(null),
            tone: z.string().max(200).default(''),
            extra_context: z.string().max(EXTRA_CONTEXT_MAX).default(''),
            soft_sell: z.boolean().default(false).describe('Works the company into a slide.'),
          })
          .meta({ examples: [{ topic: 'Five habits of calm mornings', slide_count: 6, tone: 'warm and plain' }] }),
      }),
    )
    .output(generationSchema),
  generation: reads('/slideshows/{id}/generation', READ, 'Read the progress of a generation')
    .input(z.object({ params: byId }))
    .output(generationSchema),
  credits: reads('/slideshows/{id}/credits', READ, 'Read the credits of the photos in a slideshow')
    .input(z.object({ params: byId }))
    .output(creditsSchema),
  render: reads('/slideshows/{id}/slides/{index}/render', READ, 'Render a slide as an image')
    .route({ outputStructure: 'detailed', spec: withFile(['image/png', 'image/jpeg']) })
    .input(
      z.object({
        params: byId.extend({ index: z.coerce.number().int().min(0).max(99).describe('The first slide is 0.') }),
        query: z.object({ format: z.enum(FORMATS).default(MAIN_FORMAT), type: z.enum(['png', 'jpeg']).default('png') }),
      }),
    )
    .output(z.object({ headers: etag, body: z.file() })),
}
