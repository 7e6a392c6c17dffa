import { randomBytes } from 'node:crypto'

/** What can be asked of a store at all: one folder and a name that leads nowhere else. */
const KEY = /^[A-Za-z0-9_-]{1,80}\/[A-Za-z0-9_-][A-Za-z0-9._-]{0,160}~?$/

const UUID = String.raw`[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}`
/** Accounts have 32 letters and digits; the demo of earlier versions had a UUID as it is written. */
const USER = `(?:[A-Za-z0-9]{32}|${UUID})`
const PICTURE = String.raw`${USER}\/\d{13}_[A-Za-z0-9_-]{12}\.(?:jpg|png|mp4)(?:\.thumbnail\.webp|\.cover\.jpg)?`
const PICTURE_KEY = new RegExp(`^${PICTURE}$`)
const USER_FOLDER = new RegExp(`^${USER}$`)
/** A picture or film, or the file with which a start tries the store; each of them may be half written. */
const OWN_KEY = new RegExp(String.raw`^(?:${PICTURE}|start\/${UUID})(?:\.${UUID}~)?$`)

/** The key of a new picture or film: `{userId}/{timestamp}_{random}.{extension}`. What is made here, the sweep knows as ours. */
export function newKey(userId: string, extension: 'jpg' | 'png' | 'mp4'): string {
  return `${userId}/${Date.now()}_${randomBytes(9).toString('base64url')}.${extension}`
}

/** True for a picture or film as `newKey` names it, and its renditions. */
export function isPictureKey(key: string): boolean {
  return PICTURE_KEY.test(key)
}

/** True for a folder that is named by the id of a user. */
export function isUserFolder(name: string): boolean {
  return USER_FOLDER.test(name)
}

/** A film: no picture is decoded from it, and it is too large to be held in memory. */
export function isFilmKey(key: string): boolean {
  return key.endsWith('.mp4')
}

/** True for what only this product can have made: nothing else in a store is ever swept. */
export function isOwnKey(key: string): boolean {
  return OWN_KEY.test(key)
}

/** False for what could leave its folder. */
export function isStorageKey(key: string): boolean {
  return KEY.test(key) && !key.includes('..')
}

/** A key that could leave its folder is a mistake of ours, never of a person: paths are parsed at the border. */
export function assertKey(key: string): void {
  if (!isStorageKey(key)) throw new Error(`Not a storage key: ${JSON.stringify(key.slice(0, 120))}`)
}
