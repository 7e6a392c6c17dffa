import type { z } from 'zod'
import { creditSchema, type Credit } from '@ninesixteen/shared/stock/credit-schema'

/** The entries that are complete and allowed; a single bad one doesn't cost the others. */
export function foundResults<S extends z.ZodType, T extends { credit: Credit }>(
  entries: readonly unknown[],
  schema: S,
  resultOf: (found: z.infer<S>) => T,
): T[] {
  return entries.flatMap((entry) => {
    const parsed = schema.safeParse(entry)
    if (!parsed.success) return []
    const result = resultOf(parsed.data)
    return creditSchema.safeParse(result.credit).success ? [result] : []
  })
}

/** A text of the service in one line; null if empty. */
export function shortText(text: string | null | undefined, max: number): string | null {
  const plain = (text ?? '')
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
  return plain === '' ? null : plain.slice(0, max)
}

/** A link to show, or null. */
export function creditLink(url: string | null | undefined): string | null {
  const parsed = URL.parse(url ?? '')
  return parsed && /^https?:$/.test(parsed.protocol) && parsed.href.length <= 2000 ? parsed.href : null
}
