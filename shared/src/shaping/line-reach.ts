/** The letters and digits whose extents set how far apart the lines of a typeface are: those of Western Europe. */
const LETTERS = Array.from({ length: 0x100 }, (_, code) => code).filter((code) => /[\p{L}\p{N}]/u.test(String.fromCodePoint(code)))
/** Below the baseline, lines of TikTok Sans have as much room as above capitals, in em. */
const BALANCE = 0.28

/** A letter's ink, in font units: its top above the baseline, its bottom below it. */
export interface LetterExtents {
  top: number
  bottom: number
}

/**
 * How far letters reach above and below the baseline, in em, rounded up to hundredths. Above is at least as much room as below, so that capitals are
 * in the middle of their line. `extentsAt` measures at each weight, and gives null for a letter that the font lacks.
 */
export function lineReach(
  unitsPerEm: number,
  extentsAt: readonly ((codePoint: number) => LetterExtents | null)[],
): [above: number, below: number] {
  let [above, below] = [0, 0]
  for (const extentsOf of extentsAt) {
    for (const code of LETTERS) {
      const extents = extentsOf(code)
      if (!extents) continue
      above = Math.max(above, extents.top)
      below = Math.max(below, extents.bottom)
    }
    above = Math.max(above, (extentsOf(0x48)?.top ?? 0) + BALANCE * unitsPerEm)
  }
  const inEm = (length: number): number => Math.ceil((100 * length) / unitsPerEm) / 100
  return [inEm(above), inEm(below)]
}
