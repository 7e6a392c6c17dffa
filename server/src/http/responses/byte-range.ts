import type { ByteRange } from '../../storage/store/file-store.ts'

/** The one stretch that is asked for; the rest of the header may be blanks. */
const ONE = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i

/**
 * The stretch of so many bytes that a `Range` header asks for. `whole` where it asks for none, for several, or in a form nobody knows, all of
 * which the whole answers rightly; `beyond` where there is nothing at the place asked for.
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
