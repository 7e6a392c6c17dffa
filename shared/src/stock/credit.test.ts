import { describe, expect, test } from 'vitest'
import type { Credit } from './credit-schema.ts'
import { creditedFiles, creditLines, creditsAll, creditsByDefault, creditText, withCredits } from './credit.ts'

const by: Credit = {
  service: 'openverse',
  id: 'a',
  title: 'Morning fog',
  author: 'Ana Ruiz',
  authorUrl: null,
  licence: 'by',
  licenceVersion: '2.0',
  licenceUrl: 'https://creativecommons.org/licenses/by/2.0/',
  pageUrl: 'https://example.org/a',
}
const free: Credit = {
  ...by,
  id: 'b',
  title: '',
  author: null,
  licence: 'cc0',
  licenceVersion: '1.0',
  pageUrl: 'https://example.org/b',
}

describe('a credit', () => {
  test('names title, author, licence and page', () => {
    expect(creditText(by)).toBe('"Morning fog" by Ana Ruiz, CC BY 2.0, https://example.org/a')
    expect(creditText(free)).toBe('"Photo", CC0, https://example.org/b')
    expect(creditText({ ...by, title: 'x'.repeat(300) })).toBe(`"${'x'.repeat(79)}…" by Ana Ruiz, CC BY 2.0, https://example.org/a`)
  })

  test('names each photo once', () => {
    expect(creditLines([])).toBe('')
    expect(creditLines([by, by])).toBe(`Photo: ${creditText(by)}`)
    expect(creditLines([by, free, by])).toBe(`Photos:\n${creditText(by)}\n${creditText(free)}`)
  })

  test('names music after photos', () => {
    const music: Credit = { ...by, kind: 'sound', id: 'c', title: '', pageUrl: 'https://example.org/c' }
    expect(creditLines([music, by])).toBe(`Photo: ${creditText(by)}\nMusic: "Track" by Ana Ruiz, CC BY 2.0, https://example.org/c`)
    expect(creditLines([music])).toBe(`Music: ${creditText(music)}`)
    expect([[music], [by], [by, free, music]].map(creditedFiles)).toEqual(['the music', 'one photo', '2 photos and the music'])
  })

  test('is the default where a licence requires it or a service asks for it', () => {
    expect(creditsByDefault([])).toBe(false)
    expect(creditsByDefault([free, { ...free, licence: 'pixabay' }])).toBe(false)
    expect(creditsByDefault([free, { ...free, licence: 'pexels' }])).toBe(true)
    expect(creditsByDefault([free, by])).toBe(true)
  })
})

describe('a caption', () => {
  test('gets the credits after an empty line, and loses them again', () => {
    const lines = creditLines([by, free])
    expect(withCredits('Hello', [by, free], true)).toBe(`Hello\n\n${lines}`)
    expect(withCredits('', [by, free], true)).toBe(lines)
    expect(withCredits(`Hello\n\n${lines}`, [by, free], true)).toBe(`Hello\n\n${lines}`)
    expect(withCredits(`Hello\n\n${lines}`, [by, free], false)).toBe('Hello')
    expect(withCredits('Hello', [], true)).toBe('Hello')
  })

  test('credits all where the required ones are in it, in whatever order', () => {
    expect(creditsAll('Hello', [free])).toBe(true)
    expect(creditsAll('Hello', [by])).toBe(false)
    expect(creditsAll(`${creditText(by)}. Hello`, [by, free])).toBe(true)
  })
})
