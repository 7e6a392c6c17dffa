// Which Chinese characters only one country writes, read from the national standards that every JavaScript engine decodes.
import { stepsOf, writeHashed } from './painter-fonts.mjs'

/** The characters in these rows of a double byte standard. */
function charactersOf(label, { leads, trails }) {
  const decoder = new TextDecoder(label)
  const found = new Set()
  for (let lead = leads[0]; lead <= leads[1]; lead++) {
    for (const [from, to] of trails) {
      for (let trail = from; trail <= to; trail++) {
        const [character, ...rest] = decoder.decode(Uint8Array.of(lead, trail))
        if (rest.length === 0 && /\p{Script=Han}/u.test(character)) found.add(character.codePointAt(0))
      }
    }
  }
  return found
}

/** Levels 1 and 2 of each: what newspapers use, and nearly no character of another country. */
const GB_2312 = { leads: [0xb0, 0xf7], trails: [[0xa1, 0xfe]] }
const JIS_X_0208 = { leads: [0xb0, 0xf4], trails: [[0xa1, 0xfe]] }
const BIG5 = {
  leads: [0xa4, 0xf9],
  trails: [
    [0x40, 0x7e],
    [0xa1, 0xfe],
  ],
}

/** The file of the table `han`: see shared/src/shaping/han.ts. */
export async function buildHanStandards(folder) {
  const china = charactersOf('gb2312', GB_2312)
  const taiwan = charactersOf('big5', BIG5)
  const japan = charactersOf('euc-jp', JIS_X_0208)
  const standards = {
    traditional: stepsOf([...taiwan].filter((code) => !china.has(code))),
    simplified: stepsOf([...china].filter((code) => !taiwan.has(code) && !japan.has(code))),
    japanese: stepsOf([...japan].filter((code) => !china.has(code) && !taiwan.has(code))),
  }
  return writeHashed(folder, { name: 'tables/han', ending: 'json', bytes: JSON.stringify(standards) })
}
