import { describe, expect, test } from 'vitest'
import { seededRandom } from '../slide/backgrounds.ts'
import { createPhotoChooser, type PhotoCandidate, type PhotoSource } from './choose-photos.ts'
import { photoWords } from './photo-fit.ts'

const photo = (path: string, source: PhotoSource, more: Partial<PhotoCandidate> & { tags?: string } = {}): PhotoCandidate => {
  const { tags = '', ...rest } = more
  return { path, source, words: photoWords([path, tags]), ...rest }
}
const chooser = (candidates: PhotoCandidate[], over: { topic?: string; notFirst?: string; seed?: string } = {}) => {
  const { topic = '', seed = 'a', ...rest } = over
  const made = createPhotoChooser({ topic, random: seededRandom(seed), ...rest })
  made.add(candidates)
  return made
}

describe('a slide gets', () => {
  const all = [
    photo('bread.jpg', 'library'),
    photo('blog-1.jpg', 'blog'),
    photo('found-1.jpg', 'found'),
    photo('IMG_1.jpg', 'library'),
    photo('starter/loaf.jpg', 'starter', { tags: 'bread' }),
    photo('starter/kitchen.jpg', 'starter'),
    photo('starter/sandstone.jpg', 'starter', { suitsAll: true }),
    photo('dunes.jpg', 'library'),
    photo('starter/dog.jpg', 'starter'),
  ]

  test('the best photo of the earliest source, each once, and then photos of the user again', () => {
    const { next } = chooser(all, { topic: 'cooking at home' })
    expect(Array.from({ length: 8 }, () => next('sourdough bread'))).toEqual([
      'bread.jpg',
      'blog-1.jpg',
      'found-1.jpg',
      'IMG_1.jpg',
      'starter/loaf.jpg',
      'starter/kitchen.jpg',
      'starter/sandstone.jpg',
      'bread.jpg',
    ])
  })

  test('a backdrop rather than a photo of something else', () => {
    const { next } = chooser([photo('dunes.jpg', 'library'), photo('starter/dog.jpg', 'starter')])
    expect(next('tax return')).toBeNull()
    expect(next('dog')).toBe('starter/dog.jpg')
  })

  test('a photo of the topic when it names none', () => {
    const { next } = chooser([photo('starter/desk.jpg', 'starter'), photo('starter/dog.jpg', 'starter')], { topic: 'adopting a dog' })
    expect(next('')).toBe('starter/dog.jpg')
  })

  test('a photo that a saved slideshow showed with such words, before one without any', () => {
    const shown = photo('IMG_7.jpg', 'library', { shownWith: photoWords(['why your sourdough is dense']) })
    for (let seed = 0; seed < 10; seed += 1) {
      const { next } = chooser([photo('IMG_5.jpg', 'library'), shown, photo('IMG_6.jpg', 'library')], { seed: String(seed) })
      expect(next('bread')).toBe('IMG_7.jpg')
    }
  })

  test('photos that arrive later', () => {
    const made = chooser([photo('starter/loaf.jpg', 'starter', { tags: 'bread' })])
    made.add([photo('found.jpg', 'found')])
    expect(made.next('bread')).toBe('found.jpg')
  })
})

test('the first photo differs from that of the slideshow before, where there is another', () => {
  const dogs = ['starter/dog.jpg', 'starter/puppy.jpg'].map((path) => photo(path, 'starter'))
  for (let seed = 0; seed < 20; seed += 1) {
    const { next } = chooser(dogs, { notFirst: 'starter/dog.jpg', seed: String(seed) })
    expect([next('dog'), next('dog')]).toEqual(['starter/puppy.jpg', 'starter/dog.jpg'])
  }
  expect(chooser(dogs.slice(0, 1), { notFirst: 'starter/dog.jpg' }).next('dog')).toBe('starter/dog.jpg')
})

test('equally good photos come in another order each time, and neighbors differ', () => {
  const own = Array.from({ length: 4 }, (_, index) => photo(`IMG_${index}.jpg`, 'library'))
  const firsts = new Set<string | null>()
  for (let seed = 0; seed < 30; seed += 1) {
    const { next } = chooser(own, { seed: String(seed) })
    const dealt = Array.from({ length: 9 }, () => next('tea'))
    expect(new Set(dealt.slice(0, 4)).size).toBe(4)
    for (const [index, path] of dealt.entries()) if (index > 0) expect(path).not.toBe(dealt[index - 1])
    firsts.add(dealt[0] ?? null)
  }
  expect(firsts.size).toBe(4)
})
