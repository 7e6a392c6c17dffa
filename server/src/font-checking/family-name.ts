import { FONT_NAME_MAX } from '@ninesixteen/shared/api/limits'
import { viewOf } from './read-sfnt.ts'

const RECORD_BYTES = 12
const RECORDS_START = 6
const RECORDS_MAX = 500
/** Name ids: the typographic family before the one that has four styles at most. */
const [TYPOGRAPHIC_FAMILY, FAMILY] = [16, 1]
const WINDOWS = 3
const ENGLISH = 0x409

/** The English family name for Windows of a `name` table; empty for a font without one. */
export function familyName(table: Uint8Array | undefined): string {
  if (!table || table.byteLength < RECORDS_START) return ''
  const view = viewOf(table)
  const count = Math.min(view.getUint16(2), RECORDS_MAX, Math.floor((table.byteLength - RECORDS_START) / RECORD_BYTES))
  const names = Array.from({ length: count }, (_, index) => {
    const at = RECORDS_START + index * RECORD_BYTES
    const [platform, language, id] = [view.getUint16(at), view.getUint16(at + 4), view.getUint16(at + 6)]
    const start = view.getUint16(4) + view.getUint16(at + 10)
    return { isRead: platform === WINDOWS && language === ENGLISH, id, text: table.subarray(start, start + view.getUint16(at + 8)) }
  })
  const found = [TYPOGRAPHIC_FAMILY, FAMILY].flatMap((id) => names.find((name) => name.isRead && name.id === id) ?? [])
  const text = new TextDecoder('utf-16be').decode(found[0]?.text ?? new Uint8Array())
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\ufffd]/gu, '')
    .trim()
    .slice(0, FONT_NAME_MAX)
}
