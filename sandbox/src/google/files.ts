import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Grant } from './grants.ts'
import type { Person } from './people.ts'

export const FOLDER = 'application/vnd.google-apps.folder'
/** Room of each account in bytes; the real one has 15 GB, and this one is kept in memory. */
export const QUOTA_BYTES = 256 * 1024 * 1024

export interface DriveFile {
  id: string
  name: string
  mimeType: string
  parents: string[]
  bytes: Uint8Array
  /** In milliseconds. */
  createdAt: number
  owner: Person
  /** The application that made it: nobody else sees it, for `drive.file` is all that can be granted here. */
  clientId: string
}

export interface Metadata {
  id?: string | undefined
  name?: string | undefined
  mimeType?: string | undefined
  parents?: string[] | undefined
}

export type Fault = 'notFound' | 'invalid' | 'fileIdInUse' | 'storageQuotaExceeded'

/** What the accounts hold, in memory. */
export function createFiles(clock: Clock, limits: { quotaBytes: number }) {
  const files = new Map<string, DriveFile>()
  /** Ids that were generated, with whom they are for. */
  const reserved = new Map<string, Person>()
  const freshId = () => `1sbx${randomBytes(21).toString('base64url')}`
  const used = (person: Person) => [...files.values()].reduce((sum, file) => sum + (file.owner === person ? file.bytes.byteLength : 0), 0)

  function find(id: string, grant: Grant): DriveFile | undefined {
    const file = files.get(id)
    return file?.owner === grant.person && file.clientId === grant.clientId ? file : undefined
  }

  /** Why a file of this size cannot be made, or null. */
  function faultOf({ id, parents = [] }: Metadata, grant: Grant, size: number): Fault | null {
    if (id !== undefined && files.has(id)) return 'fileIdInUse'
    if (id !== undefined && reserved.get(id) !== grant.person) return 'invalid'
    const [parent = 'root', ...further] = parents
    if (further.length > 0) return 'invalid'
    if (parent !== 'root' && find(parent, grant)?.mimeType !== FOLDER) return 'notFound'
    return used(grant.person) + size > limits.quotaBytes ? 'storageQuotaExceeded' : null
  }

  return {
    find,
    faultOf,
    generateIds(person: Person, count: number): string[] {
      const ids = Array.from({ length: count }, freshId)
      for (const id of ids) reserved.set(id, person)
      return ids
    },
    create(metadata: Metadata, grant: Grant, bytes: Uint8Array): DriveFile | Fault {
      const fault = faultOf(metadata, grant, bytes.byteLength)
      if (fault) return fault
      const { id = freshId(), name = 'Untitled', mimeType = 'application/octet-stream', parents = ['root'] } = metadata
      const file = { id, name, mimeType, parents, bytes, createdAt: clock.now(), owner: grant.person, clientId: grant.clientId }
      files.set(id, file)
      return file
    },
    remove(id: string): void {
      files.delete(id)
      for (const file of files.values()) if (file.parents.includes(id)) files.delete(file.id)
    },
    /** The files an application sees of an account. */
    list: (grant: Grant) => [...files.values()].filter((file) => find(file.id, grant)),
    all: () => [...files.values()],
    byId: (id: string) => files.get(id),
    reset() {
      files.clear()
      reserved.clear()
    },
  }
}
export type Files = ReturnType<typeof createFiles>

/** A file as the API shows it, all fields; a folder has neither size nor sum. `view` is where a person sees it. */
function resourceOf(file: DriveFile, view: string): Record<string, unknown> {
  const isFolder = file.mimeType === FOLDER
  return {
    kind: 'drive#file',
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    parents: file.parents,
    trashed: false,
    createdTime: new Date(file.createdAt).toISOString(),
    webViewLink: view,
    ...(!isFolder && { size: String(file.bytes.byteLength), md5Checksum: createHash('md5').update(file.bytes).digest('hex') }),
  }
}

const RESOURCE_FIELDS = ['kind', 'id', 'name', 'mimeType', 'parents', 'trashed', 'createdTime', 'webViewLink', 'size', 'md5Checksum']
const DEFAULT_FIELDS = ['kind', 'id', 'name', 'mimeType']

/** The wished fields of a file; null when one is not known. */
export function selectFields(
  file: DriveFile,
  { fields, view }: { fields: string | undefined; view: string },
): Record<string, unknown> | null {
  const wished = fields === undefined ? DEFAULT_FIELDS : fields.split(',').map((field) => field.trim())
  if (wished.includes('*')) return resourceOf(file, view)
  if (!wished.every((field) => RESOURCE_FIELDS.includes(field))) return null
  return Object.fromEntries(Object.entries(resourceOf(file, view)).filter(([name]) => wished.includes(name)))
}
