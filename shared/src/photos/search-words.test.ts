import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test.each([
  [['5 morning habits that changed my life'], 'morning habits changed'],
  [["Why you should never skip the barista's coffee"], 'skip barista coffee'],
  [['Warum du morgens Wasser trinken solltest'], 'warum morgens wasser'],
  [['Les meilleures plages de la Méditerranée'], 'meilleures plages méditerranée'],
  [['La receta de pan con tomate'], 'receta pan tomate'],
  [['утренние привычки для здоровья'], 'утренние привычки для'],
  [['朝のコーヒーの習慣'], 'コーヒー 習慣'],
  [['10 🔥🔥 !!!', 'Mountain hut'], 'mountain hut'],
  [['', 'And the', 'Surf'], 'surf'],
  [['You and me', ''], ''],
  [[], ''],
])('%j searches for %j', (texts, words) => {
  expect(searchWords(texts)).toBe(words)
})

test('a very long text is cut to three words', () => {
  expect(searchWords(['lighthouse '.repeat(300) + 'harbour sail rope'])).toBe('lighthouse harbour sail')
})
