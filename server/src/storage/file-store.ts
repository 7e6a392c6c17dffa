/** One stored object as a listing shows it. */
export interface StoredObject {
  key: string
  modifiedAt: Date
}

export interface CopiedKeys {
  from: string
  to: string
}

export interface StoredStream {
  body: ReadableStream<Uint8Array>
  bytes: number
}

/**
 * Where the bytes of pictures live. Keys are `{userId}/{name}`; `put` is whole or absent, also through a crash.
 * A full disk is AppError STORAGE_FULL from every driver that can tell.
 */
export interface FileStore {
  put(key: string, bytes: Uint8Array, mimeType: string): Promise<void>
  /** Null when there is no such object. */
  read(key: string): Promise<Uint8Array | null>
  stream(key: string): Promise<StoredStream | null>
  /** Copies within the store, without their bytes passing through this process where that can be; returns the pairs whose source was there. */
  copy(pairs: readonly CopiedKeys[]): Promise<CopiedKeys[]>
  /** Removing what is not there is no error. */
  remove(keys: readonly string[]): Promise<void>
  list(): AsyncIterable<StoredObject>
}

const KEY = /^[A-Za-z0-9_-]{1,80}\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,160}~?$/

/** A key that could leave its folder is a mistake of ours, never of a person: paths are parsed at the border. */
export function assertKey(key: string): void {
  if (!KEY.test(key) || key.includes('..')) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 120))}`)
}
