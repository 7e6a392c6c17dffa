import { createHash } from 'node:crypto'

/**
 * The first digit of the id's fourth group, which RFC 9562 limits to 8, 9, a and b. Each caller keeps its own: ids that processes of an
 * earlier version derived must stay the same.
 */
type Variant = '8' | 'a' | 'from the hash'

/** The same id for the same name each time: a repeated step creates nothing twice. A UUID of version 8, which has custom bits (RFC 9562). */
export function derivedId(name: string, variant: Variant = 'a'): string {
  const hex = createHash('sha256').update(name).digest('hex')
  const digit = variant === 'from the hash' ? ((Number.parseInt(hex.charAt(16), 16) & 3) | 8).toString(16) : variant
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${digit}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
