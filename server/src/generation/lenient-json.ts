import { jsonrepair, JSONRepairError } from 'jsonrepair'

/** An apostrophe inside a word: between single quotes it would end the text. */
const APOSTROPHE = /(?<=\p{L})'(?=\p{L})/gu
const SINGLE_QUOTED = /[{[,:]\s*'/
/** Replaces an apostrophe during the repair: a character that no text has. */
const HELD = '\ue000'

/** The value of a JSON text, repaired if a model wrote it carelessly; undefined when it can't be read. */
export function parseLenientJson(text: string): unknown {
  const strict = parsed(text)
  if (strict !== undefined) return strict
  const repaired = repairedJson(SINGLE_QUOTED.test(text) ? text.replace(APOSTROPHE, HELD) : text)
  return repaired === null ? undefined : parsed(repaired.replaceAll(HELD, "'"))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return undefined
  }
}

function repairedJson(text: string): string | null {
  try {
    return jsonrepair(text)
  } catch (error) {
    // Deep nesting exhausts the stack, as jsonrepair reads by recursion.
    if (!(error instanceof JSONRepairError || error instanceof RangeError)) throw error
    return null
  }
}
