import { z } from 'zod'
import { FORMATS, MAIN_FORMAT } from '../slide/formats.ts'
import { isVideoFormat, SLIDE_SECONDS } from '../video/video-spec.ts'
import { byId, moment, reads, withFile, writes } from './base.ts'
import { RENDER_STATUSES, RENDER_TYPES } from './render-types.ts'

const renderSchema = z.object({
  id: z.uuid(),
  /** Null once the slideshow is deleted. */
  slideshow_id: z.uuid().nullable(),
  /** The version of the slideshow that the file shows. */
  version: z.number().int(),
  type: z.enum(RENDER_TYPES),
  format: z.enum(FORMATS),
  status: z.enum(RENDER_STATUSES),
  /** The share that is done, from 0 to 1. */
  progress: z.number(),
  /** Why it failed. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  bytes: z.number().int().nullable(),
  /** Signed address of the finished file, which anyone can open for an hour. Read the render again for a new one. */
  url: z.string().nullable(),
  /** When the server deletes the render and its file. */
  expires_at: moment,
  created_at: moment,
})
export type PublicRender = z.infer<typeof renderSchema>

const READ = ['slideshows:read'] as const
const FILES = ['video/mp4', 'application/pdf', 'application/zip']

export const rendersContract = {
  create: writes({
    method: 'POST',
    path: '/slideshows/{id}/renders',
    scopes: READ,
    summary: 'Render a slideshow as one file. "Prefer: wait=N" waits up to N (at most 60) seconds for its end',
    successStatus: 202,
  })
    .input(
      z.object({
        params: byId,
        headers: z.object({ prefer: z.string().max(100).optional() }),
        body: z
          .object({
            /** `png` and `jpeg` are a ZIP with an image per slide. */
            type: z.enum(RENDER_TYPES),
            /** Videos are 9:16, 4:5 or 1:1. */
            format: z.enum(FORMATS).default(MAIN_FORMAT),
            /** For videos: how long each slide is shown. */
            seconds_per_slide: z.number().min(SLIDE_SECONDS.min).max(SLIDE_SECONDS.max).default(SLIDE_SECONDS.normal),
            /** For videos: fades from slide to slide. */
            cross_fade: z.boolean().default(false),
          })
          .refine(({ type, format }) => type !== 'mp4' || isVideoFormat(format), { path: ['format'] }),
      }),
    )
    .output(renderSchema),
  get: reads('/renders/{id}', READ, 'Read the progress of a render')
    .input(z.object({ params: byId }))
    .output(renderSchema),
  file: reads('/renders/{id}/file', READ, 'Download the file of a finished render')
    .route({ outputStructure: 'detailed', spec: withFile(FILES) })
    .input(z.object({ params: byId }))
    .output(z.object({ body: z.file() })),
  cancel: writes({
    method: 'POST',
    path: '/renders/{id}/cancel',
    scopes: READ,
    summary: 'Cancel a render, or delete the file of a finished one',
  })
    .input(z.object({ params: byId }))
    .output(renderSchema),
}
