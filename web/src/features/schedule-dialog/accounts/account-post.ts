import type { PlatformId } from '@ninesixteen/shared/platforms'
import { formatsFor } from '@ninesixteen/shared/publishing/platforms'
import { FORMATS, MAIN_FORMAT, type Format } from '@ninesixteen/shared/slide/formats'
import { inFormat } from '@ninesixteen/shared/slide/in-format'
import type { Choices, PostShape } from '../platforms/platform-form.ts'

export interface PostTexts {
  caption: string
  description: string
}

/** How one account's post differs from the others. */
export interface AccountPost {
  /** Null for the first format that its platform accepts. */
  format: Format | null
  /** The account's own texts, which replace the shared ones; null without any. */
  texts: PostTexts | null
}

export const SHARED_POST: AccountPost = { format: null, texts: null }

/** The differences of an existing post, which already has its own texts. */
export function accountPostOf(options: Choices | null): AccountPost {
  return { ...SHARED_POST, format: options ? (FORMATS.find((format) => format === options['format']) ?? MAIN_FORMAT) : null }
}

interface Target {
  platform: PlatformId
  choices: Choices
  own: AccountPost
}

/** The formats that the account's platform accepts for the post, and the selected one. */
export function formatOf(
  { platform, choices, own }: Target,
  { kind }: Pick<PostShape, 'kind'>,
): { format: Format; formats: readonly Format[] } {
  const formats = formatsFor(platform, { kind, options: choices })
  return { format: formats.find((format) => format === own.format) ?? formats[0], formats }
}

/** The post for one account: its slides in its format, and its texts. */
export function postOf(post: PostShape, format: Format, { texts }: AccountPost): PostShape {
  const images = post.images.map((image) => ('slide' in image ? { ...image, slide: inFormat(image.slide, format) } : image))
  return { ...post, ...texts, images }
}
