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
  /** Null for the first format that its platform takes. */
  format: Format | null
  /** Its own texts, in place of the shared ones; null without any. */
  texts: PostTexts | null
}

export const SHARED_POST: AccountPost = { format: null, texts: null }

/** That of an existing post, which has its own texts anyway. */
export function givenPost(given: Choices | null): AccountPost {
  return { ...SHARED_POST, format: given ? (FORMATS.find((format) => format === given['format']) ?? MAIN_FORMAT) : null }
}

interface Target {
  platform: PlatformId
  chosen: Choices
  own: AccountPost
}

/** The formats that an account's platform takes for the post, and the chosen one of them. */
export function formatOf(
  { platform, chosen, own }: Target,
  { kind }: Pick<PostShape, 'kind'>,
): { format: Format; taken: readonly Format[] } {
  const taken = formatsFor(platform, { kind, options: chosen })
  return { format: taken.find((format) => format === own.format) ?? taken[0], taken }
}

/** The post as one account makes it: its slides in its format, and its texts. */
export function postOf(post: PostShape, format: Format, { texts }: AccountPost): PostShape {
  const images = post.images.map((image) => ('slide' in image ? { ...image, slide: inFormat(image.slide, format) } : image))
  return { ...post, ...texts, images }
}
