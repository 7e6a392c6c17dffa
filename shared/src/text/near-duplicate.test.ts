import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DUPLICATE_SIMILARITY, knownHooks, similarityOf, trigramsOf } from './near-duplicate.ts'

const similarity = (one: string, other: string) => similarityOf(trigramsOf(one), trigramsOf(other))

describe('similarityOf finds hooks with the same meaning', () => {
  test.each([
    ['5 signs you are burnt out', '7 signs that you are burnt out'],
    ['5 signs you are burnt out', '5 Signs You Are Burnt Out!! 🔥'],
    ['why it is hard to begin with slow mornings', 'Why is it so hard to begin with slow mornings?'],
    ['things i stopped doing for better sleep', '4 things i stopped doing for better sleep'],
    ['5 Anzeichen, dass du ausgebrannt bist', '7 Anzeichen dass du ausgebrannt bist'],
    ['コーヒーを美味しく淹れる5つのコツ', 'コーヒーを美味しく淹れる7つのコツ'],
    ['ما لا يخبرك به أحد عن القهوة', 'ما لا يخبرك به أحد عن القهوة ☕'],
  ])('%s | %s', (one, other) => {
    expect(similarity(one, other)).toBeGreaterThanOrEqual(DUPLICATE_SIMILARITY)
  })
})

describe('similarityOf ignores hooks that share only a form or a topic', () => {
  test.each([
    ['5 signs you are burnt out', '5 signs you are in love'],
    ['7 small habits around slow mornings', '3 mistakes everyone makes with slow mornings'],
    ['how i would begin with pour over coffee again', 'how to make pour over coffee stick'],
    ['the first week of cold brewing', 'the part of cold brewing i love most'],
    ['3 reasons to switch to oat milk', '3 reasons to drink more water'],
    ['コーヒーを美味しく淹れる5つのコツ', '朝の時間を楽しむ3つの習慣'],
  ])('%s | %s', (one, other) => {
    expect(similarity(one, other)).toBeLessThan(DUPLICATE_SIMILARITY)
  })
})

test('similarity is symmetric, between 0 and 1, and 1 for the same letters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (one, other) => {
      const found = similarity(one, other)
      expect(found).toBe(similarity(other, one))
      expect(found).toBeGreaterThanOrEqual(0)
      expect(found).toBeLessThanOrEqual(1)
      if (trigramsOf(one).size > 0) expect(similarity(one, one)).toBe(1)
    }),
  )
})

test('rejects known hooks, their repetitions, and hooks without letters', () => {
  const hooks = knownHooks(['5 signs you are burnt out'])
  expect(hooks.has('6 signs you are burnt out')).toBe(true)
  expect(hooks.has('!!! 123')).toBe(true)
  expect(hooks.has('a day without a phone')).toBe(false)
  hooks.add('a day without a phone')
  expect(hooks.has('One day without a phone')).toBe(true)
})
