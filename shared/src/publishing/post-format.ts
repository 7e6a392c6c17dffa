import { FORMATS, MAIN_FORMAT } from '../slide/formats.ts'
import type { Format } from '../slide/formats.ts'

/** The format in which a post shows its slides, as its options say; the main one where they don't. */
export function postFormat(options: Readonly<Record<string, unknown>>): Format {
  return FORMATS.find((format) => format === options['format']) ?? MAIN_FORMAT
}
