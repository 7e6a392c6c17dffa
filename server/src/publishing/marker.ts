import { randomBytes } from 'node:crypto'
import type { ClaimedPost } from './claim.ts'

const WORDS_MAX = 40

/** Readable words of the caption and something that no other attempt has: `5-habits-of-calm-people-k3f9x2ab`. */
export function markerOf({ caption }: Pick<ClaimedPost, 'caption'>): string {
  const words = caption
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, WORDS_MAX)
    .replace(/^-+|-[^-]*$|-+$/g, (part, offset: number) => (offset === 0 ? '' : part.replace(/-+$/, '')))
    .replace(/-+$/, '')
  const own = randomBytes(8).toString('hex')
  return words ? `${words}-${own}` : `post-${own}`
}
