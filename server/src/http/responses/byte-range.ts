import type { ByteRange } from '../../storage/store/file-store.ts'

/** A single range; spaces are allowed. */
const ONE = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i

/**
 * The range of a file that a `Range` header requests. `whole` if there is none, several, or an invalid one, for all of which a full
 * response is correct; `beyond` if the range isn't satisfiable.
 */
export function byteRange(header: string | undefined, bytes: number): ByteRange | 'whole' | 'beyond' {
  const [, from = '', to = ''] = ONE.exec(header ?? '') ?? []
  if (from === '' && to === '') return 'whole'
  const end = bytes - 1
  if (from === '') return Number(to) === 0 || bytes === 0 ? 'beyond' : { first: Math.max(0, bytes - Number(to)), last: end }
  const [first, last] = [Number(from), to === '' ? Number.POSITIVE_INFINITY : Number(to)]
  if (last < first) return 'whole'
  return first > end ? 'beyond' : { first, last: Math.min(last, end) }
}
