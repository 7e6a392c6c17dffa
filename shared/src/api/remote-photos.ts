import { z } from 'zod'

export { REMOTE_IMPORT_PATH } from './limits.ts'

const link = z.string().min(1).max(4000)
const filename = z.string().trim().min(1).max(200).optional()

/**
 * `link` is an address of this server for the image. `media` also adds it to the photo library, under the caller's unique `id`; a retry with the
 * same `id` imports nothing twice.
 */
export const remoteImportSchema = z.discriminatedUnion('purpose', [
  z.strictObject({ purpose: z.literal('media'), id: z.uuid(), link, filename }),
  z.strictObject({ purpose: z.literal('image-box').default('image-box'), link, filename }),
])
export type RemoteImport = z.input<typeof remoteImportSchema>
