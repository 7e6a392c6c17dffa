/** What a JSON text may hold at most, whatever it says. */
export interface JsonLimits {
  /** Arrays and objects within each other. */
  depth: number
  /** Texts, numbers, arrays, objects and so on, counted generously: each comma and each opening bracket is one. */
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
 * Which bound a JSON text in UTF-8 goes beyond, or null when it keeps them. Looks at each byte once and builds nothing, so that it costs
 * the same for every text of a length: parsing a few megabytes of brackets would hold everybody up for seconds and take a gigabyte.
 * Whether the text is JSON at all is for the parser to say.
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

/** Where the text that begins at `start` ends: at its closing quotation mark, or behind the last byte. */
function endOfText(json: Uint8Array, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
