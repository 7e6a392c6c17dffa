import type { z } from 'zod'

/** Reads a value kept in this browser; null when there is none or it is of an older shape. */
export function readKept<T extends z.ZodType>(key: string, schema: T): z.infer<T> | null {
  try {
    const kept = localStorage.getItem(key)
    if (kept === null) return null
    const parsed = schema.safeParse(JSON.parse(kept))
    return parsed.success ? parsed.data : null
  } catch (cause) {
    console.info(`Nothing could be read from this browser's storage (${key}).`, cause)
    return null
  }
}

/** Keeps a value in this browser. A full or closed storage costs the draft, never the page. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch (cause) {
    console.info(`This browser's storage keeps nothing (${key}).`, cause)
  }
}
