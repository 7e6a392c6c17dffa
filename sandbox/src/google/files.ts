import { createHash, randomBytes } from 'node:crypto'
import type { Clock } from '../kit/clock.ts'
import type { Grant, SampleUser } from './grants.ts'

export const FOLDER = 'application/vnd.google-apps.folder'
/** Capacity of each account in bytes. The real one has 15 GB; this one is in memory. */
export const QUOTA_BYTES = 256 * 1024 * 1024

export interface DriveFile {
  id: string
  name: string
  mimeType: string
  parents: string[]
  bytes: Uint8Array
  /** In milliseconds. */
  createdAt: number
  owner: SampleUser
  /** The application that created it, and the only one that sees it: `drive.file` is the only scope here. */
  clientKey: string
}

export interface Metadata {
  id?: string | undefined
  name?: string | undefined
  mimeType?: string | undefined
  parents?: string[] | undefined
}

export type Fault = 'notFound' | 'invalid' | 'fileIdInUse' | 'storageQuotaExceeded'

/** The accounts' files, in memory. */
export function createFiles(clock: Clock, limits: { quotaBytes: number }) {
  const files = new Map<string, DriveFile>()
  /** Ids that were generated, with whom they are for. */
  const reserved = new Map<string, SampleUser>()
  const freshId = () => `1sbx${randomBytes(21).toString('base64url')}`
  const used = (user: SampleUser) => [...files.values()].reduce((sum, file) => sum + (file.owner === user ? file.bytes.byteLength : 0), 0)

  function find(id: string, grant: Grant): DriveFile | undefined {
    const file = files.get(id)
    return file?.owner === grant.user && file.clientKey === grant.clientKey ? file : undefined
  }

  /** Why a file of this size cannot be created, or null. */
  function faultOf({ id, parents = [] }: Metadata, grant: Grant, size: number): Fault | null {
    if (id !== undefined && files.has(id)) return 'fileIdInUse'
    if (id !== undefined && reserved.get(id) !== grant.user) return 'invalid'
    const [parent = 'root', ...further] = parents
    if (further.length > 0) return 'invalid'
    if (parent !== 'root' && find(parent, grant)?.mimeType !== FOLDER) return 'notFound'
    return used(grant.user) + size > limits.quotaBytes ? 'storageQuotaExceeded' : null
  }

  return {
    find,
    faultOf,
    used,
    generateIds(user: SampleUser, count: number): string[] {
      const ids = Array.from({ length: count }, freshId)
      for (const id of ids) reserved.set(id, user)
      return ids
    },
    create(metadata: Metadata, grant: Grant, bytes: Uint8Array): DriveFile | Fault {
      const fault = faultOf(metadata, grant, bytes.byteLength)
      if (fault) return fault
      const { id = freshId(), name = 'Untitled', mimeType = 'application/octet-stream', parents = ['root'] } = metadata
      const file = { id, name, mimeType, parents, bytes, createdAt: clock.now(), owner: grant.user, clientKey: grant.clientKey }
      files.set(id, file)
      return file
    },
    all: () => [...files.values()],
    byId: (id: string) => files.get(id),
    reset() {
      files.clear()
      reserved.clear()
    },
  }
}
export type Files = ReturnType<typeof createFiles>

export const FILE_FIELDS = 'kind,id,name,mimeType'

export function userJson({ id, name, email }: SampleUser) {
  return { kind: 'drive#user', displayName: name, me: true, permissionId: id.slice(-4), emailAddress: email }
}

/** A file as the API shows it; a folder has neither size nor checksum. `view` is its web address. */
export function fileJson(file: DriveFile, view: string): Record<string, unknown> {
  const isFolder = file.mimeType === FOLDER
  const created = new Date(file.createdAt).toISOString()
  return {
    kind: 'drive#file',
    id: file.id,
    name: file.name,
    mimeType: file.mimeType,
    parents: file.parents,
    trashed: false,
    createdTime: created,
    modifiedTime: created,
    webViewLink: view,
    ...(!isFolder && { size: String(file.bytes.byteLength), md5Checksum: createHash('md5').update(file.bytes).digest('hex') }),
    ownedByMe: true,
    owners: [userJson(file.owner)],
  }
}
