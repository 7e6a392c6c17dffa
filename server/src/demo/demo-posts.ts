import { PLATFORM_IDS, type PlatformId } from '@ninesixteen/shared/platforms'
import { derivedId } from '../derived-id.ts'
import { PLATFORM_DEFINITIONS } from '../platforms/registry.ts'

/** A scheduled post of a new demo. */
export interface DemoPost {
  platform: PlatformId
  at: Date
  caption: string
  description: string
  optionsOf(account: { username: string }): Record<string, unknown>
  /** The same UUID for the same demo each time. */
  requestOf(userId: string): string
}

/** Publishing time of each post, in minutes: the first one while the visitor watches. */
const MINUTES = [1.5, 26 * 60, 3 * 24 * 60] as const

const WORDS = [
  {
    caption: '4 tiny rituals for softer mornings ☕',
    description: 'no 5am club, no cold plunge. save this for tomorrow morning.\n\n#slowmornings #coffee #smallhabits',
  },
  { caption: 'softer mornings, one cup at a time', description: 'which of the four would you try first?' },
  {
    caption: 'the ten minutes that are yours',
    description: 'a small list for everyone who hates mornings.\n\n#morningroutine #coffee',
  },
] as const

/** Three posts of the demo's slideshow: one goes out soon, the others fill the calendar. */
export function demoPosts(now: Date): DemoPost[] {
  return WORDS.map((words, index) => {
    const platform = PLATFORM_IDS[index % PLATFORM_IDS.length] as PlatformId
    return {
      ...words,
      platform,
      at: new Date(now.getTime() + (MINUTES[index] ?? 0) * 60_000),
      optionsOf: (account) => ({ ...PLATFORM_DEFINITIONS[platform].demoOptions(account) }),
      requestOf: (userId) => derivedId(`${userId} demo post ${index}`),
    }
  })
}
