const ZERO_WIDTH_JOINER = 0x200d
const EMOJI_SELECTOR = 0xfe0f
const TEXT_SELECTOR = 0xfe0e

function isTag(code: number): boolean {
  return code >= 0xe0020 && code <= 0xe007f
}

function keyOf(codes: readonly number[]): string {
  return codes.map((code) => code.toString(16)).join('-')
}

/** Pieces between joiners, without the joiners. */
function splitAtJoiners(codes: readonly number[]): number[][] {
  const parts: number[][] = [[]]
  for (const code of codes) {
    if (code === ZERO_WIDTH_JOINER) parts.push([])
    else parts.at(-1)?.push(code)
  }
  return parts
}

/**
 * The emoji which draw a grapheme: one as a rule. A sequence that has no drawing of its own falls into its parts, as
 * Unicode asks for: a new family into its people, a skin tone into a swatch, an unknown flag into its letters.
 * Null when a part is no emoji; then the grapheme is text.
 */
export function emojiOfGrapheme(codes: readonly number[], known: ReadonlySet<string>): string[] | null {
  if (codes.includes(TEXT_SELECTOR)) return null
  const plain = codes.filter((code) => code !== EMOJI_SELECTOR)
  const whole = keyOf(plain)
  if (known.has(whole)) return [whole]
  const keys: string[] = []
  for (const part of splitAtJoiners(plain)) {
    const key = keyOf(part)
    if (known.has(key)) {
      keys.push(key)
      continue
    }
    for (const code of part.filter((each) => !isTag(each))) {
      const single = keyOf([code])
      if (!known.has(single)) return null
      keys.push(single)
    }
  }
  return keys.length > 0 ? keys : null
}

/** True when the writer asked for the emoji form of a character that also exists as text. */
export function asksForEmoji(codes: readonly number[]): boolean {
  return codes.includes(EMOJI_SELECTOR)
}
