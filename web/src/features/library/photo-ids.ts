import { MEDIA_IDS_A_CALL } from '@ninesixteen/shared/api/limits'

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const BYTES = 16
/** Places of the lines in a written id. */
const LINES = [4, 6, 8, 10]

/** Ids as the server sends a whole library of them: 16 bytes each, in Base64. */
export function idsOf(base64: string): string[] {
  const bytes = atob(base64)
  const ids: string[] = []
  for (let from = 0; from + BYTES <= bytes.length; from += BYTES) {
    let id = ''
    for (let at = 0; at < BYTES; at += 1) id += (LINES.includes(at) ? '-' : '') + HEX[bytes.charCodeAt(from + at)]
    ids.push(id)
  }
  return ids
}

/** As many ids at a time as one call may name. */
export function callsOf(ids: readonly string[], most = MEDIA_IDS_A_CALL): string[][] {
  const calls: string[][] = []
  for (let from = 0; from < ids.length; from += most) calls.push(ids.slice(from, from + most))
  return calls
}
