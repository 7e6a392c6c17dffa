import type { PlatformId } from '@ninesixteen/shared/platforms'
import { create } from 'zustand'
import { removeStored, keep, PENDING_CONNECTION_KEY, readStored } from '../../app/browser-storage.ts'

/** An account connected while signed out. Its tokens are encrypted: only the server can use them, for this browser. */
export interface PendingConnection {
  platform: PlatformId
  username: string
  sealed: string
  /** The user wants it saved after signing in. */
  wanted: boolean
}

function read(): PendingConnection | null {
  return readStored(PENDING_CONNECTION_KEY, (value) => {
    if (typeof value !== 'object' || value === null || !('sealed' in value) || !('username' in value))
      throw new TypeError('not a connection')
    return value as PendingConnection
  })
}

const usePending = create<{ pending: PendingConnection | null }>(() => ({ pending: read() }))

export function readPendingConnection(): PendingConnection | null {
  return usePending.getState().pending
}

export function usePendingConnection(): PendingConnection | null {
  return usePending((state) => state.pending)
}

export function setPendingConnection(pending: PendingConnection | null): void {
  if (pending) keep(PENDING_CONNECTION_KEY, pending)
  else removeStored(PENDING_CONNECTION_KEY)
  usePending.setState({ pending })
}
