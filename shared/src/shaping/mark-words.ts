import type { Dictionary } from './dictionary.ts'
import type { Grapheme } from './graphemes.ts'
import { dictionaryScript, wordEnds } from './words.ts'
import type { DictionaryScript } from './words.ts'

/** The graphemes with the places where a line may end in such a script, and the scripts whose dictionaries are not there yet. */
export function markWords(
  list: Grapheme[],
  dictionaryOf: (script: DictionaryScript) => Dictionary | null,
): { graphemes: Grapheme[]; missing: DictionaryScript[] } {
  const missing = new Set<DictionaryScript>()
  const graphemes: Grapheme[] = []
  for (let start = 0; start < list.length;) {
    const script = dictionaryScript(list[start]?.text ?? '')
    let end = start + 1
    if (script) while (end < list.length && dictionaryScript(list[end]?.text ?? '') === script) end += 1
    const stretch = list.slice(start, end)
    const dictionary = script && dictionaryOf(script)
    if (script && !dictionary) missing.add(script)
    graphemes.push(...(dictionary ? withWordEnds(stretch, dictionary) : stretch))
    start = end
  }
  return { graphemes, missing: [...missing] }
}

/** The last one is left to the rules: what follows it is of another script. */
function withWordEnds(stretch: readonly Grapheme[], dictionary: Dictionary): Grapheme[] {
  let length = 0
  const offsets = stretch.map(({ text }) => (length += text.length))
  const ends = wordEnds(stretch.map(({ text }) => text).join(''), offsets, dictionary)
  return stretch.map((grapheme, index) => (index === stretch.length - 1 ? grapheme : { ...grapheme, breakAfter: ends[index] ?? false }))
}
