import { AppError } from '@ninesixteen/shared/errors'

/** Deeper than any document of ours; what is deeper is only meant to exhaust the stack. */
const DEPTH_MAX = 32

/**
 * The same value with texts that every layer can hold: the database knows no NUL and no half of a surrogate pair, both of
 * which come in by pasting. Nothing that was typed is refused for them.
 */
export function cleanText(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replaceAll('\0', '').toWellFormed()
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  if (depth >= DEPTH_MAX) throw new AppError('INVALID_INPUT', { fields: 'body' })
  if (Array.isArray(value)) return value.map((item) => cleanText(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cleanText(item, depth + 1)]))
}
