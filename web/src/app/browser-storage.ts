/**
 * Reads a value kept in this browser; null when there is none, or `parse` does not know its shape. `parse` is a schema's own
 * parse where a schema is at hand: this file knows none, because the sign-in page loads it.
 */
export function readKept<T>(key: string, parse: (value: unknown) => T): T | null {
  try {
    const kept = localStorage.getItem(key)
    return kept === null ? null : parse(JSON.parse(kept))
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

/** Keeps nothing under this name any more. */
export function forgetKept(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch (cause) {
    console.info(`This browser's storage forgets nothing (${key}).`, cause)
  }
}

/** The storage of this browser, which windows share; null where the browser keeps it closed: then even its name throws. */
export function deviceStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

/** This window's own storage; null where the browser keeps it closed. */
export function windowStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}
