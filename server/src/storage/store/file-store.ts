/** One stored object as a listing shows it. */
export interface StoredObject {
  key: string
  modifiedAt: Date
}

export interface CopiedKeys {
  from: string
  to: string
}

/** A stretch of an object, by its first byte and its last. */
export interface ByteRange {
  first: number
  last: number
}

export interface StoredStream {
  body: ReadableStream<Uint8Array>
  /** Of what is given: of the stretch, where one was asked for. */
  bytes: number
}

/** What is no picture and no listing's business: no key leads there. */
export const MARK_FOLDER = '.ninesixteen'
export const MARK_KEY = `${MARK_FOLDER}/owner.json`
export const NAME_KEY = `${MARK_FOLDER}/store.json`

/** A file that says something of the store. It stands beside all else, whatever folder of the store the pictures are in. */
export interface MarkFile {
  /** Null when there is none. */
  read(): Promise<Uint8Array | null>
  /** False when there is one already; stores that know no such condition replace it, so it is read again afterwards. */
  create(bytes: Uint8Array): Promise<boolean>
  replace(bytes: Uint8Array): Promise<void>
}

/**
 * Where the bytes of pictures live. Keys are `{userId}/{name}`; `put` is whole or absent, also through a crash.
 * A full store is AppError STORAGE_FULL from every driver that can tell, one that cannot be reached STORAGE_UNAVAILABLE.
 */
export interface FileStore {
  put(key: string, bytes: Uint8Array, mimeType: string): Promise<void>
  /** The same with the bytes of a file of this machine, which are at no time all in memory. */
  putFile(key: string, file: string, mimeType: string): Promise<void>
  /** Null when there is no such object. */
  read(key: string): Promise<Uint8Array | null>
  /** With the signal, the reading ends and gives back what it holds. */
  stream(key: string, signal?: AbortSignal, range?: ByteRange): Promise<StoredStream | null>
  /** Where a browser gets an object from the store itself; absent where it is to ask this server. The fields are headers of the answer. */
  link?(key: string, fields: Readonly<Record<string, string>>): string
  /** Bytes of an object; null when there is none. */
  size(key: string): Promise<number | null>
  /** Copies within the store, without their bytes passing through this process where that can be; returns the pairs whose source was there. */
  copy(pairs: readonly CopiedKeys[]): Promise<CopiedKeys[]>
  has(key: string): Promise<boolean>
  /** Removing what is not there is no error. */
  remove(keys: readonly string[]): Promise<void>
  /** Removes the folder of a user once nothing is in it. Absent where a store has no folders. */
  removeEmptyFolder?(userId: string): Promise<void>
  /** Everything there is but the marks, also what others put there under names that are no keys. */
  list(): AsyncIterable<StoredObject>
  /** Whose store it is. */
  mark: MarkFile
  /** Its own name; apart, since earlier versions write the mark anew and keep only what they know of it. */
  nameMark: MarkFile
}
