import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto'
import { AppError } from '@ninesixteen/shared/errors'
import { SIGNED_URL_SECONDS } from '@ninesixteen/shared/api/media'
import { databaseNow } from '../database-clock.ts'
import { deriveKey } from '../secrets/derive-key.ts'
import type { Secrets } from '../config/secret-key.ts'

/**
 * The time of signing is rounded up to a multiple of this: an image keeps its URL for half an hour, browsers can cache it, and a URL is
 * still valid for at least SIGNED_URL_SECONDS.
 */
const WINDOW_SECONDS = SIGNED_URL_SECONDS / 2

/** A margin for two servers with different clocks. */
const AHEAD_SECONDS = WINDOW_SECONDS + SIGNED_URL_SECONDS + 60

export interface UrlSigner {
  /** `path` with expiry and signature. Write the path exactly as it will arrive: nothing is decoded. */
  sign(path: string): string
  /** The path of a valid URL of this instance; throws FILE_LINK_EXPIRED otherwise. */
  verify(requestUrl: string): string
}

/** Deriving a key takes longer than signing sixty links, and every page of photos and slideshows is signed. */
const keys = new WeakMap<Uint8Array, KeyObject>()

function keyOf(secret: Uint8Array): KeyObject {
  const known = keys.get(secret)
  if (known) return known
  const key = createSecretKey(deriveKey(secret, 'signed-url'))
  keys.set(secret, key)
  return key
}

export function createUrlSigner({ secretKey, olderSecretKeys }: Secrets, now: () => number = databaseNow): UrlSigner {
  const key = keyOf(secretKey)
  const known = [key, ...olderSecretKeys.map(keyOf)]

  // Signatures are valid for reading only: they cover the method. The variant is part of the path.
  const signature = (by: KeyObject, path: string, expires: string) =>
    createHmac('sha256', by).update(`GET\n${path}\n${expires}`).digest('base64url')

  return {
    sign(path) {
      const signedAt = Math.ceil(now() / 1000 / WINDOW_SECONDS) * WINDOW_SECONDS
      const expires = String(signedAt + SIGNED_URL_SECONDS)
      return `${path}?expires=${expires}&signature=${signature(key, path, expires)}`
    },
    verify(requestUrl) {
      // Parsed as text: any other spelling of the same URL (order, case, escapes, extra fields) is invalid.
      const [, path, expires, given] = /^(\/[^?#]+)\?expires=(\d{1,12})&signature=([\w-]{43})$/.exec(requestUrl) ?? []
      if (!path || !expires || !given) throw new AppError('FILE_LINK_EXPIRED')
      const left = Number(expires) - now() / 1000
      const isOurs = known.some((by) => isSame(signature(by, path, expires), given))
      if (!isOurs || left < 0 || left > AHEAD_SECONDS) throw new AppError('FILE_LINK_EXPIRED')
      return path
    },
  }
}

/** Compares the text, not the decoded bytes: base64url has several spellings of one value. */
function isSame(expected: string, given: string): boolean {
  return timingSafeEqual(Buffer.from(expected), Buffer.from(given))
}
