import type { SlideshowBatch } from '@ninesixteen/shared/api/slideshow-batches'

/** How often the progress of a table is read, in milliseconds. */
export const POLL_MS = 2000

/** Such as "48 of 50 written, 2 failed". */
export function describeCounts({ counts }: Pick<SlideshowBatch, 'counts'>): string {
  const { done, failed, cancelled, waiting } = counts
  const all = done + failed + cancelled + waiting
  return [
    `${done} of ${all} written`,
    ...(failed > 0 ? [`${failed} failed`] : []),
    ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
  ].join(', ')
}
