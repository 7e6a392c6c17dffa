import type { PlanBrief } from '@ninesixteen/shared/api/content-plan'

/** Tokens that a slideshow reserves: its instructions and slides, one request for captions, and its share of a request for ideas. */
export const SLIDESHOW_TOKENS = 1000 + 1500 + 1000 + 1500 + 200

const WEEK_DAYS = 7

/** The work of a plan in an average week. */
export function estimateOf(
  slots: readonly { posts: readonly unknown[] }[],
  { weeks, weeklyTokens }: Pick<PlanBrief, 'weeks' | 'weeklyTokens'>,
) {
  const perWeek = (count: number) => Math.round((count / weeks) * 10) / 10
  const posts = slots.reduce((sum, slot) => sum + slot.posts.length, 0)
  const affordable = Math.floor(weeklyTokens / SLIDESHOW_TOKENS)
  const slideshows = perWeek(slots.length)
  return {
    slideshowsPerWeek: Math.min(slideshows, affordable),
    postsPerWeek: slots.length === 0 ? 0 : Math.round(((Math.min(slideshows, affordable) * posts) / slots.length) * 10) / 10,
    tokensPerSlideshow: SLIDESHOW_TOKENS,
    tokensPerWeek: Math.min(slideshows, affordable) * SLIDESHOW_TOKENS,
  }
}

export const horizonOf = ({ weeks }: { weeks: number }, from: Date): Date => new Date(from.getTime() + weeks * WEEK_DAYS * 86_400_000)
