import { createStore, del, delMany, entries } from 'idb-keyval'

/** Keys of this browser's storage that hold something of a person; the theme stays, it is this device's. */
const OWN = /^ninesixteen\./
const OF_THE_DEVICE = 'ninesixteen.theme'
/** Of these each person has their own: the last part says whose it is. */
const OF_ONE = /^ninesixteen\.(?:generator|ideas|company|company-drafts|kept-work|kept-photos)\.(.+)$/
const UNSAVED = 'ninesixteen.unsaved.'

/** Work from before it said whose it is may be anybody's: what is deleted must not stay for being unsigned. */
function isAnothers(entry: unknown, userId: string): boolean {
  const owner: unknown = typeof entry === 'object' && entry !== null && 'owner' in entry ? entry.owner : null
  return typeof owner === 'string' && owner !== userId
}

function staysInStorage(key: string, userId: string): boolean {
  if (!OWN.test(key) || key === OF_THE_DEVICE) return true
  if (key.startsWith(UNSAVED)) return isAnothers(JSON.parse(localStorage.getItem(key) ?? 'null'), userId)
  const owner = OF_ONE.exec(key)?.[1]
  return owner !== undefined && owner !== userId
}

/** Takes everything of a person off this device: unsaved work, drafts, choices. What others keep in this browser stays theirs. */
export async function forgetOnDevice(userId: string): Promise<void> {
  for (const key of Object.keys(localStorage)) if (!staysInStorage(key, userId)) localStorage.removeItem(key)
  const unsaved = createStore('ninesixteen-unsaved', 'documents')
  const mine = (await entries(unsaved)).filter(([, entry]) => !isAnothers(entry, userId))
  await delMany(
    mine.map(([key]) => key),
    unsaved,
  )
  await del(userId, createStore('ninesixteen-photos', 'waiting'))
}
