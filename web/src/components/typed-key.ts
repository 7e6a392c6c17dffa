import type { KeyboardEvent } from 'react'

/** The character that a key types; null for keys that do something else, and for the space that presses a button. */
export function typedKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | null {
  return key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey ? key : null
}
