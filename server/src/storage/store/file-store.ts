/** An object in a listing. */
export interface StoredObject {
  key: string
  modifiedAt: Date
}

export interface CopiedKeys {
  from: string
  to: string
}

/** A range of an object by its first and last byte. */
export interface ByteRange {
  first: number
  last: number
}

export interface StoredStream {
  body: ReadableStream<Uint8Array>
  /** Length of the returned content: of the range, if one was requested. */
  bytes: number
}

/** Not part of listings, and no valid key leads there. */
export const MARKER_FOLDER = '.ninesixteen'
export const OWNER_MARKER_KEY = `${MARKER_FOLDER}/owner.json`
export const NAME_KEY = `${MARKER_FOLDER}/store.json`

/** A file with metadata of the store, outside any prefix. */
export interface MarkerFile {
  /** Null if it doesn't exist. */
  read(): Promise<Uint8Array | null>
  /** False if it exists; stores without conditional writes overwrite it, so read it again afterwards. */
  create(bytes: Uint8Array): Promise<boolean>
  replace(bytes: Uint8Array): Promise<void>
}

/**
 * Storage of file contents. Keys are `{userId}/{name}`; `put` is atomic, even across a crash. Drivers throw AppError STORAGE_FULL when they
 * can detect a full store, and STORAGE_UNAVAILABLE for an unreachable one.
 */
export interface FileStore {
  put(key: string, bytes: Uint8Array, mimeType: string): Promise<void>
  /** Stores a local file without loading it into memory. */
  putFile(key: string, file: string, mimeType: string): Promise<void>
  /** Null if the object doesn't exist. */
  read(key: string): Promise<Uint8Array | null>
  /** The signal aborts reading and releases its resources. */
  stream(key: string, signal?: AbortSignal, range?: ByteRange): Promise<StoredStream | null>
  /** A signed URL for browsers to read from the store directly; absent if they must use this server. The fields become response headers. */
  link?(key: string, fields: Readonly<Record<string, string>>): string
  /** Size in bytes; null if the object doesn't exist. */
  size(key: string): Promise<number | null>
  /** Copies within the store, server-side where possible; returns the pairs whose source existed. */
  copy(pairs: readonly CopiedKeys[]): Promise<CopiedKeys[]>
  has(key: string): Promise<boolean>
  /** Missing objects are ignored. */
  remove(keys: readonly string[]): Promise<void>
  /** Removes a user's folder if empty. Absent for stores without folders. */
  removeEmptyFolder?(userId: string): Promise<void>
  /** All objects except the markers, including foreign ones with invalid keys. */
  list(): AsyncIterable<StoredObject>
  /** The owner marker. */
  ownerMarker: MarkerFile
  /** The store's name, in a separate file because earlier versions rewrite the owner marker and drop unknown fields. */
  nameMarker: MarkerFile
}

/** Null for a missing file or folder. */
export async function nullOn404<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) return null
    throw error
  }
}
