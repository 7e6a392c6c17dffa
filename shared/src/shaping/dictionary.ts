/** The words of a script that is written without spaces. */
export interface Dictionary {
  /** Where words that begin at `start` end, shortest first; UTF-16 offsets. */
  ends(text: string, start: number): number[]
}

/** Leading bytes of the nodes of ICU's BytesTrie (bytestrie.h, "matching" and "value" nodes). */
const MIN_LINEAR_MATCH = 0x10
const MIN_VALUE = 0x20
const BRANCH_LINEAR_MAX = 5
/** Bytes of a value, and of a distance, beyond its leading one. */
const VALUE_LEADS = [0x51, 0x6c, 0x7e, 0x7f] as const
const DELTA_LEADS = [0xc0, 0xf0, 0xfe, 0xff] as const
/** Bytes before the trie: the code point that byte 0 of a word stands for. */
const HEADER_BYTES = 4
/** Bytes of the letters themselves; the two above stand for joiners, which no word here has. */
const LAST_LETTER = 0xfd

/** How many bytes follow a leading one. */
function further(lead: number, leads: readonly number[]): number {
  let count = 0
  while (count < leads.length && lead >= (leads[count] ?? 0)) count += 1
  return count
}

/**
 * A dictionary as scripts/build-assets.mjs takes it out of ICU's data: the script's first code point, then ICU's BytesTrie as it is.
 * Not `Intl.Segmenter`, whose words come from another dictionary in every engine and version.
 */
export function readDictionary(bytes: Uint8Array): Dictionary {
  const base = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES).getUint32(0, true)
  const at = (position: number): number => bytes[position] ?? 0
  const big = (position: number, length: number): number => {
    let value = 0
    for (let i = 0; i < length; i++) value = value * 256 + at(position + i)
    return value
  }
  /** Value nodes hold how often a word is used, which nothing here asks for. */
  const afterValue = (position: number): number => position + 1 + further(at(position) >> 1, VALUE_LEADS)

  /** Meaning of a leading byte and the bytes after it; in longer forms the leading byte only gives their length. */
  function number(position: number, lead: number, leads: readonly number[]): number {
    const count = further(lead, leads)
    const high = count === 1 || count === 2 ? lead - (leads[count - 1] ?? 0) : 0
    return high * 256 ** count + big(position + 1, count)
  }

  function jump(position: number): number {
    const lead = at(position)
    const count = further(lead, DELTA_LEADS)
    return position + 1 + count + (count === 0 ? lead : number(position, lead, DELTA_LEADS))
  }

  /** A branch stores its key's distance where others have a value. */
  function branchValue(position: number): number {
    const lead = at(position) >> 1
    return further(lead, VALUE_LEADS) === 0 ? lead - MIN_LINEAR_MATCH : number(position, lead, VALUE_LEADS)
  }

  /** The place after `byte` in a branch, and whether a word ends there for good. */
  function branch(start: number, { length, byte }: { length: number; byte: number }): { position: number; isFinal: boolean } | null {
    let position = start
    let left = length
    while (left > BRANCH_LINEAR_MAX) {
      const isLess = byte < at(position)
      position += 1
      if (isLess) {
        left >>= 1
        position = jump(position)
      } else {
        left -= left >> 1
        position += 1 + further(at(position), DELTA_LEADS)
      }
    }
    for (; left > 1; left--) {
      const key = at(position)
      position += 1
      const end = afterValue(position)
      if (key === byte) {
        const isFinal = (at(position) & 1) === 1
        return { position: isFinal ? position : end + branchValue(position), isFinal }
      }
      position = end
    }
    return at(position) === byte ? { position: position + 1, isFinal: false } : null
  }

  return {
    ends(text, start) {
      const found: number[] = []
      let position = HEADER_BYTES
      /** Bytes left of a stretch without branches. */
      let linear = 0
      for (let index = start; index < text.length; index++) {
        const byte = text.charCodeAt(index) - base
        if (byte < 0 || byte > LAST_LETTER) break
        if (linear === 0) {
          let node = at(position)
          if (node >= MIN_VALUE) {
            position = afterValue(position)
            node = at(position)
          }
          position += 1
          if (node >= MIN_LINEAR_MATCH) linear = node - MIN_LINEAR_MATCH + 1
          else {
            const length = (node === 0 ? at(position++) : node) + 1
            const next = branch(position, { length, byte })
            if (!next) break
            position = next.position
            if (next.isFinal) {
              found.push(index + 1)
              break
            }
          }
        }
        if (linear > 0) {
          if (at(position) !== byte) break
          position += 1
          linear -= 1
        }
        if (linear === 0 && at(position) >= MIN_VALUE) {
          found.push(index + 1)
          if ((at(position) & 1) === 1) break
        }
      }
      return found
    },
  }
}
