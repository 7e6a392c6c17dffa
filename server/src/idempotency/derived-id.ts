import { createHash } from 'node:crypto'

/** The same id for the same name each time: a repeated step creates nothing twice. A UUID of version 8, which has custom bits (RFC 9562). */
export function derivedId(name: string): string {
  const hex = createHash('sha256').update(name).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
