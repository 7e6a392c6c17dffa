import type { TextRange } from '@ninesixteen/shared/slide/emphasis'

/** Words that are offered: a slide's text has fewer. */
const WORDS_MAX = 60

const segmenter = new Intl.Segmenter('und', { granularity: 'word' })
const isWord = (text: string): boolean => /[\p{L}\p{N}\p{Extended_Pictographic}]/u.test(text)

export interface Word extends TextRange {
  word: string
}

/** The words of a text with the punctuation that follows them. Languages without spaces have words, too. */
export function wordsOf(text: string): Word[] {
  const words: Word[] = []
  for (const { segment, index } of segmenter.segment(text)) {
    const last = words.at(-1)
    if (isWord(segment)) words.push({ start: index, end: index + segment.length, word: segment })
    else if (last && last.end === index && segment.trim() !== '') {
      last.end += segment.length
      last.word += segment
    }
  }
  return words.slice(0, WORDS_MAX)
}
