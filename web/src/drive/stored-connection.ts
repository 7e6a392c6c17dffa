import type { DriveUser } from '@ninesixteen/shared/api/google-drive'
import { useSyncExternalStore } from 'react'
import { useSessionGate } from '../api/session-gate.ts'
import { deviceStorage, forgetKept, keep, readKept } from '../app/browser-storage.ts'

const KEY = 'ninesixteen.google-drive'

/** The connection to Google Drive as this browser keeps it. The tokens are sealed by the server, for one person: nobody else can use them. */
export interface KeptDrive {
  accessToken: string | null
  refreshToken: string | null
  user: DriveUser | null
}

const NOTHING: KeptDrive = { accessToken: null, refreshToken: null, user: null }

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const tokenOf = (value: unknown): string | null => textOf(value) || null

/** By hand, because the studio loads this file with its first view and needs no schema library for it. */
function parse(value: unknown): KeptDrive & { owner: string } {
  if (!isRecord(value)) return { owner: '', ...NOTHING }
  const { user } = value
  return {
    owner: textOf(value['owner']),
    accessToken: tokenOf(value['accessToken']),
    refreshToken: tokenOf(value['refreshToken']),
    user: isRecord(user) ? { email: textOf(user['email']), name: textOf(user['name']), picture: textOf(user['picture']) } : null,
  }
}

let cached: { raw: string | null; owner: string | null; kept: KeptDrive } | undefined

/** What is kept for the person of this page; nothing of anybody else who used this browser. */
export function readDrive(): KeptDrive {
  const owner = useSessionGate.getState().userId
  const raw = deviceStorage()?.getItem(KEY) ?? null
  if (cached?.raw === raw && cached.owner === owner) return cached.kept
  const found = readKept(KEY, parse)
  const kept = found && owner !== null && found.owner === owner ? found : NOTHING
  cached = { raw, owner, kept }
  return kept
}

const listeners = new Set<() => void>()

function tellAll(): void {
  for (const listener of listeners) listener()
}

export function keepDrive(changed: Partial<KeptDrive>): void {
  const owner = useSessionGate.getState().userId
  const { accessToken, refreshToken, user } = { ...readDrive(), ...changed }
  keep(KEY, { owner, accessToken, refreshToken, user })
  tellAll()
}

/** Tokens and user are gone from this browser. What Google knows is ended by disconnecting. */
export function forgetDrive(): void {
  forgetKept(KEY)
  tellAll()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  // Another tab connected or disconnected; and another person is signed in.
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
  /** Whose Drive it is; null while nothing is connected. */
  user: DriveUser | null
}

/** Whether this browser is connected to its person's Drive, as it changes, in whatever tab. */
export function useDriveConnection(): DriveConnection {
  const { accessToken, refreshToken, user } = useSyncExternalStore(subscribe, readDrive)
  const isConnected = accessToken !== null || refreshToken !== null
  return { isConnected, user: isConnected ? user : null }
}
