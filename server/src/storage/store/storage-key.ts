import { randomBytes } from 'node:crypto'

/** Any valid key: one folder and a file name, without path traversal. */
const KEY = /^[A-Za-z0-9_-]{1,80}\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,160}~?$/

const UUID = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`
/** Account ids have 32 letters and digits; the demo of earlier versions had a UUID. */
const USER = `(?:[A-Za-z0-9]{32}|${UUID})`
const FILE = String.raw`${USER}\/\d{13}_[A-Za-z0-9_-]{12}\.(?:jpg|png|mp4|pdf|zip|font|aac)(?:\.thumbnail\.webp|\.cover\.jpg)?`
const FILE_KEY = new RegExp(`^${FILE}$`)
const USER_FOLDER = new RegExp(`^${USER}$`)
/** The cover of a starter photo. Finished ones stay: they have no row, and every account may use them. */
const STARTER_COVER = String.raw`starter\/[a-z-]+\.jpg\.cover\.jpg`
/** Stored files, and the file that a start writes to test the store; any of them may be unfinished. */
const OWN_KEY = new RegExp(String.raw`^(?:(?:${FILE}|start\/${UUID})(?:\.${UUID}~)?|${STARTER_COVER}\.${UUID}~)$`)

export type FileExtension = 'jpg' | 'png' | 'mp4' | 'pdf' | 'zip' | 'font' | 'aac'

/** The key of a new file: `{userId}/{timestamp}_{random}.{extension}`. The sweep deletes only keys of this format. */
export function newKey(userId: string, extension: FileExtension): string {
  return `${userId}/${Date.now()}_${randomBytes(9).toString('base64url')}.${extension}`
}

/** Whether a key has the format of `newKey`, or is one of its renditions. */
export function isFileKey(key: string): boolean {
  return FILE_KEY.test(key)
}

/** Whether a folder name is a user id. */
export function isUserFolder(name: string): boolean {
  return USER_FOLDER.test(name)
}

/** Whether a key is a video, a sound, a document or an archive, which can't be decoded as an image and may be too large for memory. */
export function isLargeKey(key: string): boolean {
  return /\.(mp4|pdf|zip|aac)$/.test(key)
}

/** Whether only this product can have created a key: the sweep touches no others. */
export function isOwnKey(key: string): boolean {
  return OWN_KEY.test(key)
}

/** False for a key that could leave its folder. */
export function isStorageKey(key: string): boolean {
  return KEY.test(key) && !key.includes('..')
}

/** An invalid key is a bug, never user input: paths are parsed at the edge. */
export function assertKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 120))}`)
}
