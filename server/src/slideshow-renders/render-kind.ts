import { z } from 'zod'
import { RENDER_TYPES } from '@ninesixteen/shared/public-api/render-types'
import type { VideoPlan } from '@ninesixteen/shared/publishing/delivery'
import { FORMATS } from '@ninesixteen/shared/slide/formats'
import { defineRun, type RunContext } from '../runs/run-kind.ts'

/** A slideshow as one file, for programs; the file is stored for a day. */
export const renderRun = defineRun({
  name: 'slideshow-render',
  input: z.object({
    /** Version of the slideshow when it was requested. */
    version: z.number().int(),
    type: z.enum(RENDER_TYPES),
    format: z.enum(FORMATS),
  }),
  payload: z.object({
    /** The slides when it was requested. */
    slides: z.array(z.unknown()),
    video: z.custom<VideoPlan>().nullable(),
  }),
  result: z.object({ path: z.string(), bytes: z.number().int() }),
  abandoned: 'SLIDE_TOO_COMPLEX',
  limits: { perProcess: 2, perUser: 2, unfinishedPerUser: 10, retries: 2, retryAfter: 30, retryAfterMax: 30, retention: 24 * 60 * 60 },
})

/** A claimed render. */
export type RenderRun = RunContext<z.infer<typeof renderRun.input>, z.infer<typeof renderRun.payload>>
