import { AppError } from '@ninesixteen/shared/errors'

/** Deeper than any document of the product; deeper input only aims to exhaust the stack. */
const DEPTH_MAX = 32

/**
 * Removes NUL characters and lone surrogates, which the database can't store and which pasting can introduce, from all texts and names of
 * fields. A clean value is returned as the same object: nearly all are, and copying 4 MB of slides would cost more than parsing them.
 */
export function cleanText(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return isClean(value) ? value : storable(value)
  if (typeof value !== 'object' || value === null || value instanceof Blob) return value
  if (depth >= DEPTH_MAX) throw new AppError('INVALID_INPUT', { fields: 'body' })
  return Array.isArray(value) ? cleanList(value, depth) : cleanObject(value as Record<string, unknown>, depth)
}

function isClean(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed()
}

function cleanList(list: readonly unknown[], depth: number): readonly unknown[] {
  let changed: unknown[] | null = null
  for (let at = 0; at < list.length; at += 1) {
    const cleaned = cleanText(list[at], depth + 1)
    if (cleaned !== list[at]) (changed ??= [...list])[at] = cleaned
  }
  return changed ?? list
}

function cleanObject(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  let changed: Map<string, [string, unknown]> | null = null
  for (const name in fields) {
    const value = cleanText(fields[name], depth + 1)
    if (value !== fields[name] || !isClean(name)) (changed ??= new Map()).set(name, [storable(name), value])
  }
  if (!changed) return fields
  const entries = changed
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => entries.get(name) ?? [name, value]))
}
