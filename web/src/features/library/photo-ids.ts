import { MEDIA_IDS_PER_REQUEST } from '@ninesixteen/shared/api/limits'

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const BYTES = 16
/** Byte positions before which a UUID has a hyphen. */
const HYPHENS = [4, 6, 8, 10]

/** Decodes ids from 16 bytes each, in Base64. */
export function idsOf(base64: string): string[] {
  const bytes = atob(base64)
  const ids: string[] = []
  for (let from = 0; from + BYTES <= bytes.length; from += BYTES) {
    let id = ''
    for (let at = 0; at < BYTES; at += 1) id += (HYPHENS.includes(at) ? '-' : '') + HEX[bytes.charCodeAt(from + at)]
    ids.push(id)
  }
  return ids
}

/** Splits ids into batches of at most `most`, the limit per request. */
export function batchesOf(ids: readonly string[], most = MEDIA_IDS_PER_REQUEST): string[][] {
  const batches: string[][] = []
  for (let from = 0; from < ids.length; from += most) batches.push(ids.slice(from, from + most))
  return batches
}
