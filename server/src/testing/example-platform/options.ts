import { z } from 'zod'
import type { OptionTexts } from '@ninesixteen/shared/publishing/option-texts'
import type { PostForm } from '@ninesixteen/shared/publishing/platforms'

/** Entry of PLATFORMS in shared/src/platforms.ts. */
export const lanternFacts = {
  label: 'Lantern',
  domain: 'lantern.example',
  givesPhotos: false,
  accountsMax: 5,
  publishScope: 'posts.write',
} as const

/** Entry of POST_FORMS: Lantern takes up to 20 JPEGs of 5 MB, and no videos. */
export const lanternForm = {
  formats: ['9:16', '4:5', '1:1'],
  pictures: 'image/jpeg',
  picturesMax: 20,
  mayLeaveOutSlides: false,
  pictureBytesMax: 5_000_000,
  altTextMax: 500,
  videos: false,
  texts: { slides: { caption: 150, description: 4000 }, video: { caption: 150, description: 4000 } },
} as const satisfies PostForm

/** Entry of POST_OPTIONS: what the user chooses for each post. */
export const lanternOptionsSchema = z.strictObject({
  platform: z.literal('lantern'),
  /** Name of the account's series that shows the post; null for none. */
  series: z.string().trim().min(1).max(100).nullable().default(null),
})
export type LanternOptions = z.infer<typeof lanternOptionsSchema>

/** Entry of WORDS: the chosen options as the scheduler shows them. */
export function lanternWords({ series }: LanternOptions): OptionTexts[] {
  return [{ label: 'Series', value: series ?? 'None' }]
}
