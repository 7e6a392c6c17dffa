import type { DriveUser } from '@ninesixteen/shared/api/google-drive'
import { useSyncExternalStore } from 'react'
import { useSessionGate } from '../api/session-gate.ts'
import { deviceStorage, removeStored, keep, readStored } from '../app/browser-storage.ts'

const KEY = 'ninesixteen.google-drive'

/** The connection to Google Drive as stored in this browser. The server encrypts the tokens for one user; no other can use them. */
export interface StoredDriveConnection {
  accessToken: string | null
  refreshToken: string | null
  user: DriveUser | null
}

const NOTHING: StoredDriveConnection = { accessToken: null, refreshToken: null, user: null }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const tokenOf = (value: unknown): string | null => textOf(value) || null

/** Without zod, because the studio loads this file with its first view. */
function parse(value: unknown): StoredDriveConnection & { owner: string } {
  if (!isRecord(value)) return { owner: '', ...NOTHING }
  const { user } = value
  return {
    owner: textOf(value['owner']),
    accessToken: tokenOf(value['accessToken']),
    refreshToken: tokenOf(value['refreshToken']),
    user: isRecord(user) ? { email: textOf(user['email']), name: textOf(user['name']), picture: textOf(user['picture']) } : null,
  }
}

let cached: { raw: string | null; owner: string | null; connection: StoredDriveConnection } | undefined

/** The connection of this page's user; empty if another user of this browser stored it. */
export function readDrive(): StoredDriveConnection {
  const owner = useSessionGate.getState().userId
  const raw = deviceStorage()?.getItem(KEY) ?? null
  if (cached?.raw === raw && cached.owner === owner) return cached.connection
  const stored = readStored(KEY, parse)
  const connection = stored && owner !== null && stored.owner === owner ? stored : NOTHING
  cached = { raw, owner, connection }
  return connection
}

const listeners = new Set<() => void>()

function notifyAll(): void {
  for (const listener of listeners) listener()
}

export function storeConnection(changed: Partial<StoredDriveConnection>): void {
  const owner = useSessionGate.getState().userId
  const { accessToken, refreshToken, user } = { ...readDrive(), ...changed }
  keep(KEY, { owner, accessToken, refreshToken, user })
  notifyAll()
}

/** Removes tokens and user from this browser. `disconnectDrive` also revokes the grant at Google. */
export function forgetDrive(): void {
  removeStored(KEY)
  notifyAll()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab connects or disconnects, or another user signs in.
  addEventListener('storage', listener)
  const endWatch = useSessionGate.subscribe(listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
    endWatch()
  }
}

export interface DriveConnection {
  isConnected: boolean
  /** The owner of the Drive; null without a connection. */
  user: DriveUser | null
}

/** Whether this browser is connected to the user's Drive; follows changes in other tabs. */
export function useDriveConnection(): DriveConnection {
  const { accessToken, refreshToken, user } = useSyncExternalStore(subscribe, readDrive)
  const isConnected = accessToken !== null || refreshToken !== null
  return { isConnected, user: isConnected ? user : null }
}
