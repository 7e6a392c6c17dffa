/** Databases and storage of this browser that hold something of a person; the theme stays, it is this device's. */
const OWN = /^ninesixteen[.-]/
const OF_THE_DEVICE = 'ninesixteen.theme'

function deleteDatabase(name: string): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.deleteDatabase(name)
    // One that another page holds open goes when that page does.
    request.onsuccess = request.onerror = request.onblocked = () => resolve()
  })
}

/** Takes everything of a person off this device: unsaved work, drafts, choices. */
export async function forgetOnDevice(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (OWN.test(key) && key !== OF_THE_DEVICE) localStorage.removeItem(key)
  const databases = await indexedDB.databases()
  await Promise.all(databases.flatMap(({ name }) => (name !== undefined && OWN.test(name) ? [deleteDatabase(name)] : [])))
}
