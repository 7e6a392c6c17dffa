import { expect, test } from 'vitest'
import { hasKnownSubject, photoFit, photoWords } from './photo-fit.ts'
import { STARTER_CANDIDATES } from './starter-tags.ts'

const fitting = (words: string) =>
  STARTER_CANDIDATES.filter((photo) => photoFit(photoWords([words]), photo.words) > 0).map(({ path }) =>
    path.slice('starter/'.length, -'.jpg'.length),
  )

test.each(['food', 'coffee', 'work', 'money', 'sport', 'home', 'travel', 'nature', 'pet', 'study', 'beauty', 'tech'])(
  'at least three starter photos show %s',
  (subject) => {
    expect(fitting(subject).length).toBeGreaterThanOrEqual(3)
  },
)

test('the words of a slide find what they name, and nothing else', () => {
  expect(fitting('puppy').toSorted()).toEqual(['ball-and-leash', 'dog-bowl', 'dog-collar', 'dog-house', 'pet-bed'])
  expect(fitting('quantum entanglement')).toEqual([])
  expect(fitting('dough bowl').toSorted()).toEqual(['bread-loaf', 'eggs-and-flour'])
})

test('each starter photo names a subject, so that its copy in a library is behind no slide about another', () => {
  expect(STARTER_CANDIDATES.filter(({ words }) => !hasKnownSubject(words)).map(({ path }) => path)).toEqual([])
})
