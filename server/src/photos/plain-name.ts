import { basename } from 'node:path'

/**
 * A readable file name: without folders, control or bidirectional characters. Browsers encode a quotation mark in the name as %22 (HTML,
 * 4.10.22.8), and otherwise only line breaks.
 */
export function plainName(given: string | undefined): string {
  const name = basename((given ?? '').replaceAll('\\', '/').replaceAll('%22', '"'))
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  return name.slice(0, 200) || 'photo'
}
