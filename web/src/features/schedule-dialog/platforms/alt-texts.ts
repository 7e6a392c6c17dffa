import { proposeAltText } from '@ninesixteen/shared/publishing/alt-text'
import type { PostImage } from '../content/post-content.ts'
import type { Choices } from './platform-form.ts'

/** Alt texts that the user wrote, by image; the others use proposals. */
export type WrittenAltTexts = Readonly<Record<string, string>>

/** The alt texts of an existing post. */
export function startAltTexts(images: readonly PostImage[], saved: Choices): Record<string, string> {
  const texts: unknown = saved['altTexts']
  if (!Array.isArray(texts)) return {}
  return Object.fromEntries(
    images.flatMap(({ id }, index): [string, string][] => {
      const text: unknown = texts[index]
      return typeof text === 'string' ? [[id, text]] : []
    }),
  )
}

/** The user's alt text of an image, else that of its slide or the words on it, up to `maxLength` characters. */
export function altTextOf(written: WrittenAltTexts, image: PostImage, maxLength?: number): string {
  return written[image.id] ?? ('slide' in image ? proposeAltText(image.slide, maxLength) : '')
}
