import { z } from 'zod'
import { FORMATS, MAIN_FORMAT } from '../slide/formats.ts'
import { isVideoFormat, SLIDE_SECONDS } from '../video/video-spec.ts'
import { byId, moment, reads, withFile, writes } from './base.ts'
import { RENDER_STATUSES, RENDER_TYPES } from './render-types.ts'

export const renderSchema = z.object({
  id: z.uuid(),
  slideshow_id: z.uuid().nullable().describe('Null once the slideshow is deleted.'),
  version: z.number().int().describe('The version of the slideshow that the file shows.'),
  type: z.enum(RENDER_TYPES),
  format: z.enum(FORMATS),
  status: z.enum(RENDER_STATUSES),
  progress: z.number().describe('The share that is done, from 0 to 1.'),
  error: z.object({ code: z.string(), message: z.string() }).nullable().describe('Why it failed.'),
  bytes: z.number().int().nullable(),
  url: z
    .string()
    .nullable()
    .describe('Signed address of the finished file, which anyone can open for an hour. Read the render again for a new one.'),
  expires_at: moment.describe('When the server deletes the render and its file.'),
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
    summary: 'Render a slideshow as one file',
    description: 'Answers at once, or with `Prefer: wait=N` when it is finished, after at most N seconds (up to 60).',
    successStatus: 202,
  })
    .input(
      z.object({
        params: byId,
        headers: z.object({ prefer: z.string().max(100).optional().describe('`wait=60` waits up to 60 seconds.') }),
        body: z
          .object({
            type: z.enum(RENDER_TYPES).describe('`png` and `jpeg` are a ZIP with an image per slide.'),
            format: z.enum(FORMATS).default(MAIN_FORMAT).describe('Videos are 9:16, 4:5 or 1:1.'),
            seconds_per_slide: z
              .number()
              .min(SLIDE_SECONDS.min)
              .max(SLIDE_SECONDS.max)
              .default(SLIDE_SECONDS.normal)
              .describe('For videos: how long each slide is shown.'),
            cross_fade: z.boolean().default(false).describe('For videos: fades from slide to slide.'),
            motion: z.boolean().default(false).describe('For videos: backgrounds zoom in slowly. Takes several times as long.'),
          })
          .refine(({ type, format }) => type !== 'mp4' || isVideoFormat(format), { path: ['format'] })
          .meta({ examples: [{ type: 'mp4', format: '4:5', seconds_per_slide: 3 }] }),
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
