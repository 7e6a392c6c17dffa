import type { Slide } from '../slide/model.ts'

/** Words that no photo shows: articles, prepositions, pronouns and common verbs of the languages that users write most. */
const STOP_WORDS = new Set(
  `a about after all also an and any are as at be because been before but by can could did do does dont down each even every few for from get
  got had has have he her here his how i if in into is it its just know let like lot make many may me more most much must my need never new no
  not now of off on once one only or other our out over own really should so some still stop take than that the their them then there these
  they thing things this those to too under until up us use very want was way ways we well were what when where which while who why will with
  without wont would you your yours best better tips tip reasons reason signs mistakes facts part follow save share link bio post swipe comment
  der die das den dem des ein eine einen einem einer und oder aber auch auf aus bei bist bin ist sind war mit nach nicht noch nur ohne sich sie
  wir ihr ich du er es im in am an um zu zum zur von vom für wie was wer wenn dass als so du dein deine mein kein keine mehr sehr immer nie
  le la les un une des du de et ou mais dans sur sous avec sans pour par pas plus que qui quoi ce cet cette ces son sa ses mon ma mes ton ta tes
  votre vos notre nos est sont être avoir fait il elle ils nous vous je tu comme
  el los las unos unas y o pero con sin para por según que cual este esta estos estas su sus mi mis tu tus es son ser más muy como no lo al del
  il lo gli uno una e ma con senza per tra fra che chi questo questa suo sua mio mia tuo tua è sono essere più molto come non nel della delle
  o os as um uma uns umas com sem que seu sua meu minha são mais muito não na no nas nos em
  de het een en of maar met zonder voor van naar bij op uit is zijn was niet geen meer veel heel hoe wat wie waar je jij jouw mijn wij zij`
    .split(/\s+/)
    .filter(Boolean),
)

/** Scripts without spaces between words: two characters can be a word there. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}]/u
const WORDS_MAX = 3

/** The words of a text that a photo can show, in its order. */
export function photoTerms(text: string): string[] {
  const segments = [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text.toLowerCase().replaceAll(/[’']s\b|[’']/g, ''))]
  const words = segments.flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))
  return words.filter(
    (word) => /^\p{L}[\p{L}\p{M}\p{N}-]*$/u.test(word) && word.length >= (UNSPACED.test(word) ? 2 : 3) && !STOP_WORDS.has(word),
  )
}

/**
 * Up to three words for a photo search, in the order of the texts. The first text matters most, as a title does; later ones only fill up.
 * Empty if nothing is left to search for.
 */
export function searchWords(texts: readonly string[]): string {
  const found = new Set<string>()
  for (const text of texts) {
    for (const word of photoTerms(text)) if (found.size < WORDS_MAX) found.add(word)
    // One good word of a title finds more than a title mixed with its description.
    if (found.size > 0) break
  }
  return [...found].join(' ')
}

/** Words for a photo behind this slide: its texts, the largest first, or else the slideshow's topic. */
export function searchWordsOf(slide: Pick<Slide, 'title' | 'description' | 'textBoxes'>, topic = ''): string {
  const boxes = slide.textBoxes.toSorted((a, b) => b.fontSize - a.fontSize).map(({ text }) => text)
  return searchWords([...boxes, slide.title, slide.description, topic])
}
