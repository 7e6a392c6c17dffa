import type { ScheduledPost } from '@ninesixteen/shared/api/scheduled-posts'
import { PLATFORM_IDS, PLATFORMS, type PlatformId } from '@ninesixteen/shared/platforms'
import type { PlacedPost } from './placing.ts'
import { approvalOf, titleOf } from './post-texts.ts'

/** Chips per day of a month; with more posts, the last row opens the others. */
const MAX_CHIPS = 3
/** Characters of a chip's words. Wider ones than a chip are cut with an ellipsis. */
const MAX_WORDS = 60

/** The first words of the post's caption, else of its description, else its title. */
export function wordsOf(post: ScheduledPost): string {
  const text =
    [post.caption, post.description, titleOf(post)].map((one) => one.trim().replace(/\s+/gu, ' ')).find((one) => one !== '') ?? ''
  if (text.length <= MAX_WORDS) return text
  const cut = text.slice(0, MAX_WORDS + 1)
  const end = cut.lastIndexOf(' ')
  return `${end > 0 ? cut.slice(0, end) : [...cut].slice(0, -2).join('')}…`
}

/** The networks of the posts, each once, in the product's order. */
export function platformsOf(posts: readonly ScheduledPost[]): PlatformId[] {
  return PLATFORM_IDS.filter((id) => posts.some(({ platform }) => platform === id))
}

/** The posts of a day that have room for a chip, and the number of posts that have none. */
export function chipsOf(placed: readonly PlacedPost[]): { visible: readonly PlacedPost[]; hidden: number } {
  const visible = placed.length > MAX_CHIPS ? placed.slice(0, MAX_CHIPS - 1) : placed
  return { visible, hidden: placed.slice(visible.length).reduce((sum, { others }) => sum + 1 + others.length, 0) }
}

export type PostShade = 'past' | 'failed' | 'unconfirmed'
export type ApprovalSign = 'waiting' | 'approved' | 'changes-asked'

/** How the chip's outline or its fading shows the outcome. */
export function outlineOf({ delivery, status }: ScheduledPost): Exclude<PostShade, 'past'> | null {
  if (delivery === 'unconfirmed') return 'unconfirmed'
  return status === 'failed' ? 'failed' : null
}

/** The sign of a post that needs or has an approval. */
export function signOf(post: ScheduledPost): ApprovalSign | null {
  if (approvalOf(post) === null) return null
  const { state } = post.approval
  return state === 'approved' || state === 'changes-asked' ? state : 'waiting'
}

export type LegendEntry =
  | { kind: 'platform'; id: PlatformId; label: string }
  | { kind: 'shade'; id: PostShade; label: string }
  | { kind: 'sign'; id: ApprovalSign; label: string }

const SHADES: readonly Extract<LegendEntry, { kind: 'shade' }>[] = [
  { kind: 'shade', id: 'past', label: 'Past' },
  { kind: 'shade', id: 'failed', label: 'Failed' },
  { kind: 'shade', id: 'unconfirmed', label: 'Not confirmed' },
]
const SIGNS: readonly Extract<LegendEntry, { kind: 'sign' }>[] = [
  { kind: 'sign', id: 'waiting', label: 'Needs approval' },
  { kind: 'sign', id: 'approved', label: 'Approved' },
  { kind: 'sign', id: 'changes-asked', label: 'Changes asked' },
]

/** Explains the colors, outlines and signs of the shown posts. */
export function legendOf(placed: readonly PlacedPost[], now: number): LegendEntry[] {
  const posts = placed.flatMap(({ post, others }) => [post, ...others])
  const shades = new Set<PostShade | null>(placed.map(({ post }) => outlineOf(post)))
  if (placed.some(({ at }) => at < now)) shades.add('past')
  const signs = new Set(placed.map(({ post }) => signOf(post)))
  return [
    ...platformsOf(posts).map((id): LegendEntry => ({ kind: 'platform', id, label: PLATFORMS[id].label })),
    ...SHADES.filter(({ id }) => shades.has(id)),
    ...SIGNS.filter(({ id }) => signs.has(id)),
  ]
}
