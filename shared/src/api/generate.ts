import { z } from 'zod'
import { CONTENT_TYPE_IDS } from '../content-types/ids.ts'
import { TEXT_SIZES } from '../content-types/text-sizes.ts'
import { LOOK_IDS } from '../looks/look-ids.ts'
import { slideSchema, slidesSchema } from '../slide/model.ts'
import { SLIDE_COUNT_MAX, SLIDE_COUNT_MIN } from '../text/slide-count.ts'
import { EXTRA_CONTEXT_MAX } from './limits.ts'

export { EXTRA_CONTEXT_MAX, GENERATE_PATH, generateEventsPath, generateCancelPath } from './limits.ts'
export { SLIDE_COUNT_MAX, SLIDE_COUNT_MIN }
/** The parser accepts longer topics up to here, so that they get their own error (TOPIC_TOO_LONG). */
const TOPIC_READ_MAX = 100_000

/** Body of `POST /api/generate`; the answer is a stream of server-sent events, see generateEventSchema. */
export const generateRequestSchema = z.object({
  topic: z.string().max(TOPIC_READ_MAX).default(''),
  contentType: z.enum(CONTENT_TYPE_IDS),
  /** `auto` or SLIDE_COUNT_MIN to SLIDE_COUNT_MAX; a type with a fixed count ignores it, so 1 and 2 are no error. */
  slideCount: z.union([z.literal('auto'), z.number().int().min(1).max(SLIDE_COUNT_MAX)]).default('auto'),
  companyId: z.uuid().nullable().default(null),
  /** The CTA / soft sell toggle: works the company into a slide and adds the closing "like & follow". */
  softSell: z.boolean().default(false),
  /** The closing "like & follow" slide alone; absent, it follows `softSell`. */
  likeAndFollow: z.boolean().optional(),
  useTumblrPhotos: z.boolean().default(false),
  /** Adds free photos of the topic to the library, and puts them behind the slides. */
  findPhotos: z.boolean().optional(),
  extraContext: z.string().max(EXTRA_CONTEXT_MAX).default(''),
  tone: z.string().max(200).default(''),
  /** Defaults to the company's, then to the user's own. */
  look: z.enum(LOOK_IDS).optional(),
  /** Scales the texts of the look Classic. Defaults to the user's own. */
  textSize: z.enum(TEXT_SIZES).optional(),
  /** One of the operator's allowed models; absent means the default. */
  model: z.string().max(100).optional(),
  /** For `custom`: the editor's slides with their instructions, which say where to fill in texts and photos. Without it, creates empty slides. */
  customSlides: slidesSchema.optional(),
  /** A template whose slots get new texts and photos. Its slides and content type take the place of those above. */
  templateId: z.uuid().optional(),
  /** A slideshow in whose look to write, as if it were a template. */
  likeProjectId: z.uuid().optional(),
})
export type GenerateRequest = z.infer<typeof generateRequestSchema>

/** Events of the stream: SSE `event:` is the type, `data:` the JSON of the whole event, `id:` its number from 0. */
export const generateEventSchema = z.discriminatedUnion('type', [
  /** First: the project exists as a draft. `wanted` is the number of slides to come. */
  z.object({ type: z.literal('project'), projectId: z.uuid(), title: z.string(), wanted: z.number().int(), model: z.string() }),
  /** A complete, validated, composed slide, already saved. A later event with the same index replaces it. */
  z.object({ type: z.literal('slide'), index: z.number().int(), slide: slideSchema }),
  /** The last event of a successful run, also with fewer slides than requested (then `notice` explains). */
  z.object({
    type: z.literal('done'),
    projectId: z.uuid(),
    version: z.number().int(),
    kept: z.number().int(),
    notice: z.string().nullable(),
    /** Why the slides have no found photos, although the request asked for some. */
    photosNotice: z.string().nullish(),
    /** Whether the sandbox wrote the texts without knowing the topic: they fit any. */
    fitsAnyTopic: z.boolean().optional(),
    /** Words that the brand never uses and the model wrote: those that a rewrite replaced, and those that remain. */
    words: z.object({ replaced: z.array(z.string()), remained: z.array(z.string()) }).nullish(),
  }),
  /** The last event of a failed run. With `kept` 0 nothing was saved, and the empty project is deleted. */
  z.object({ type: z.literal('error'), code: z.string(), message: z.string(), kept: z.number().int() }),
])
export type GenerateEvent = z.infer<typeof generateEventSchema>
