/** Structural limits of a JSON text. */
export interface JsonLimits {
  /** Nesting of arrays and objects. */
  depth: number
  /** Upper bound of the number of values: commas plus opening brackets. */
  values: number
}

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

/**
 * The limit that a JSON text in UTF-8 exceeds, or null. Scans each byte once without allocating, so that the cost depends on the length
 * only: parsing a few megabytes of brackets would block the process for seconds and take a gigabyte. Doesn't validate the JSON.
 */
export function jsonLimitViolation(json: Uint8Array, bounds: JsonLimits): keyof JsonLimits | null {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at]
    if (byte === QUOTE) at = endOfText(json, at)
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) {
      depth += 1
      values += 1
      if (depth > bounds.depth) return 'depth'
    } else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1
    else if (byte === COMMA) values += 1
    if (values > bounds.values) return 'values'
  }
  return null
}

/** End of the string that begins at `start`: its closing quote, or the end of the input. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
