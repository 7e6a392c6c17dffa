const RELOADED_KEY = 'ninesixteen.reloaded'

/**
 * Loads the page anew for a part of it that is gone, as after an update of the server: once for each build of the page, and so never for ever.
 * `build` names it by anything that changes with it. False when that was tried, or cannot be noted.
 */
export function reloadOnce(storage: Pick<Storage, 'getItem' | 'setItem'> | null, build: string, reload: () => void): boolean {
  if (!storage || storage.getItem(RELOADED_KEY) === build) return false
  storage.setItem(RELOADED_KEY, build)
  reload()
  return true
}
