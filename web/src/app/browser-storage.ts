/**
 * Reads a value from the storage of the device or of the tab; null when there is none, or `parse` throws. Callers with a schema pass its `parse`: this file
 * imports no schemas, because the sign-in page loads it.
 */
export function readStored<T>(key: string, parse: (value: unknown) => T, of: 'device' | 'tab' = 'device'): T | null {
  try {
    const stored = (of === 'tab' ? sessionStorage : localStorage).getItem(key)
    return stored === null ? null : parse(JSON.parse(stored))
  } catch (error) {
    console.info(`Reading ${key} from the browser’s storage failed.`, error)
    return null
  }
}

/** Stores a value in local storage. A full or closed storage loses the value and does not break the page. */
export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch (error) {
    console.info(`Writing ${key} to local storage failed.`, error)
  }
}

/** Removes a value from local storage. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch (error) {
    console.info(`Removing ${key} from local storage failed.`, error)
  }
}

/** Local storage, or null: with storage blocked, even accessing the property throws. */
export function deviceStorage(): Storage | null {
  try {
    return localStorage
  } catch {
    return null
  }
}

/** Session storage, or null if the browser blocks it. */
export function windowStorage(): Storage | null {
  try {
    return sessionStorage
  } catch {
    return null
  }
}

/** Says that a connection made while signed out waits to be saved. The shell reads it without loading features/connections. */
export const PENDING_CONNECTION_KEY = 'ninesixteen.pending-connection'
