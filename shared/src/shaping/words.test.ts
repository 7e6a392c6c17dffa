import { readFile } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Dictionary } from './dictionary.ts'
import { readDictionary } from './dictionary.ts'
import { parseManifest } from './manifest.ts'
import { dictionaryScript, wordEnds } from './words.ts'

const ASSETS = new URL('../../generated/painter/', import.meta.url)
const { tables } = parseManifest(JSON.parse(await readFile(new URL('manifest.json', ASSETS), 'utf8')))
const dictionaryOf = async (key: 'thai' | 'lao' | 'burmese' | 'khmer') => readDictionary(await readFile(new URL(tables[key], ASSETS)))

/** A dictionary of a word list, one letter per grapheme. */
function listed(words: readonly string[]): Dictionary {
  return {
    ends: (text, start) =>
      Array.from({ length: text.length - start }, (_, index) => start + index + 1).filter((end) => words.includes(text.slice(start, end))),
  }
}

function split(text: string, words: readonly string[]): string[] {
  const ends = wordEnds(
    text,
    Array.from(text, (_, index) => index + 1),
    listed(words),
  )
  const parts = ['']
  for (const [index, letter] of [...text].entries()) {
    parts[parts.length - 1] += letter
    if (ends[index]) parts.push('')
  }
  return parts.filter(Boolean)
}

describe('a text without spaces', () => {
  test.each([
    ['thecat', ['the', 'cat'], ['the', 'cat']],
    ['thecatsat', ['the', 'cat', 'cats', 'at', 'sat'], ['the', 'cats', 'at']],
    ['thexyzcat', ['the', 'cat'], ['the', 'xyz', 'cat']],
    ['together', ['to', 'get', 'her', 'together'], ['together']],
    ['xyz', ['the'], ['xyz']],
    ['', ['the'], []],
  ])('%s', (text, words, expected) => {
    expect(split(text, words)).toEqual(expected)
  })

  test('keeps all its letters, and ends with a word', () => {
    const words = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4 }), { maxLength: 8 })
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), maxLength: 30 })
    fc.assert(
      fc.property(text, words, (written, list) => {
        expect(split(written, list).join('')).toBe(written)
      }),
    )
  })
})

describe('the dictionaries', () => {
  test.each([
    ['thai', ['สวัสดี', 'ขอบคุณ', 'น้ำ', 'กาแฟ', 'ชีวิต', 'เปลี่ยน'], 'ฏฏฏฏ'],
    ['lao', ['ສະບາຍ', 'ໂລກ', 'ປະເທດ'], 'ຯຯຯ'],
    ['khmer', ['កម្ពុជា', 'សួស្តី', 'ទឹក'], 'ឱឱឱឱ'],
    ['burmese', ['မြန်မာ', 'ရေ', 'ကမ္ဘာ'], 'ဩဩဩဩဩ'],
  ] as const)('of %s hold its words and no others', async (key, words, nonsense) => {
    const dictionary = await dictionaryOf(key)
    for (const word of words) expect(dictionary.ends(word, 0)).toContain(word.length)
    expect(dictionary.ends(nonsense, 0)).not.toContain(nonsense.length)
    expect(dictionary.ends('latin', 0)).toEqual([])
    for (const word of words) expect(dictionaryScript(word)).toBe(key)
  })

  test('are read without going astray, whatever is asked', async () => {
    const dictionary = await dictionaryOf('thai')
    const letters = fc.integer({ min: 0x0e01, max: 0x0e5b }).map((code) => String.fromCodePoint(code))
    fc.assert(
      fc.property(fc.string({ unit: letters, maxLength: 40 }), (text) => {
        const ends = dictionary.ends(text, 0)
        expect(ends.every((end, index) => end > (ends[index - 1] ?? 0) && end <= text.length)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})
