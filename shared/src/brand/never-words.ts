/** Scripts that are written without spaces between words. */
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const SPECIAL = /[\\^$.*+?()[\]{}|]/g
const APOSTROPHES = /['’‘ʼ`´]/g

const normal = (text: string): string => text.normalize('NFKC').replaceAll(APOSTROPHES, "'")

/** Matches a word or phrase as a whole, in any case and with any spaces. */
function patternOf(word: string): RegExp {
  const exact = normal(word)
    .trim()
    .replaceAll(SPECIAL, String.raw`\$&`)
    .replaceAll(/\s+/g, String.raw`\s+`)
  if (WITHOUT_SPACES.test(word)) return new RegExp(exact, 'iu')
  return new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${exact}(?![\p{L}\p{M}\p{N}])`, 'iu')
}

/** The words of a brand's list that a text contains, each as whole words: "cheap" is not found in "cheaper". */
export function findNeverWords(text: string, words: readonly string[]): string[] {
  const searched = normal(text)
  return words.filter((word) => word.trim() !== '' && patternOf(word).test(searched))
}

/** The outcome for words that the brand never uses and a model wrote, each once. */
export interface NeverWordsReport {
  replaced: string[]
  /** Still in the slides, because the rewrite failed or used them again. */
  remained: string[]
}

const quoted = (words: readonly string[]): string => words.map((word) => `“${word}”`).join(', ')

/** The report as one or two sentences. */
export function describeNeverWords({ replaced, remained }: NeverWordsReport): string {
  return [
    ...(replaced.length > 0 ? [`Replaced words your brand never uses: ${quoted(replaced)}.`] : []),
    ...(remained.length > 0 ? [`Still in the slides: ${quoted(remained)}. Change them yourself.`] : []),
  ].join(' ')
}
