import type { SlideshowBatch } from '@ninesixteen/shared/api/slideshow-batches'

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

/** Rows that need no more work. */
export function settledOf(batch: Pick<SlideshowBatch, 'counts'> | undefined): number {
  return batch ? batch.counts.done + batch.counts.failed + batch.counts.cancelled : 0
}
