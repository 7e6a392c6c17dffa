import { PLATFORMS, type PlatformId } from '../platforms.ts'
import type { Slide } from '../slide/model.ts'

type Options = Readonly<Record<string, unknown>>

/** Whether a post shows its slides without their logo. */
export const leavesOutLogos = (options: Options): boolean => options['withoutLogo'] === true

/** The slides as a post with these options shows them. */
export function slidesOfPost(slides: readonly Slide[], options: Options): Slide[] {
  return slides.map((slide) =>
    leavesOutLogos(options) && slide.logoImage !== null ? { ...slide, logoImage: null, logoPosition: null } : slide,
  )
}

/** Why the logos of these slides are a problem on the platform, which may refuse the post or take it down later; null if they are none. */
export function logoWarning(platform: PlatformId, slides: readonly Pick<Slide, 'logoImage'>[], options: Options): string | null {
  const { label, refusesLogos } = PLATFORMS[platform]
  if (!refusesLogos || leavesOutLogos(options)) return null
  const numbers = slides.flatMap(({ logoImage }, index) => (logoImage === null ? [] : [String(index + 1)]))
  if (numbers.length === 0) return null
  const named = `${numbers.length === 1 ? 'slide' : 'slides'} ${new Intl.ListFormat('en-US').format(numbers)}`
  return `${label} can reject posts with a logo that an app added, and ${named} ${numbers.length === 1 ? 'has' : 'have'} one.`
}
