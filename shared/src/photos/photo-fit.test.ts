import { describe, expect, test } from 'vitest'
import { hasKnownSubject, photoFit, photoWords } from './photo-fit.ts'

const fit = (wanted: string, ...photo: string[]) => photoFit(photoWords([wanted]), photoWords(photo))

describe('photoFit', () => {
  test.each([
    ['sourdough bread', ['Sourdough_loaf-2.jpg'], 4],
    ['sourdough bread', ['IMG_2041.jpg', 'baking'], 2],
    ['running shoes', ['runner.png'], 2],
    ['puppies', ['puppy.jpg'], 3],
    ['dog adoption', ['a-dog-on-a-leash.jpg'], 4],
    ['empty wallet', ['coins.jpg', 'money'], 0],
    ['savings jar', ['coins.jpg', 'money'], 1],
    ['café table', ['cafe.jpg'], 3],
  ])('of %j to a photo of %j is %d', (wanted, photo, expected) => {
    expect(fit(wanted, ...photo)).toBe(expected)
  })

  test.each([
    ['dog on a couch', 'dunes.jpg'],
    ['dog', 'cat-by-window.jpg'],
    ['goldfish', 'parrot.jpg'],
    ['puppy', 'cat and pet.jpg'],
    ['lisbon tram', 'steaming-cup.jpg'],
    ['skincare cream', 'football.jpg'],
    ['notebook', 'houseplant.jpg'],
    ['dough bowl', 'breakfast-bowl.jpg'],
    ['open window', 'open-road.jpg'],
  ])('of %j to %s is none', (wanted, photo) => {
    expect(fit(wanted, photo)).toBe(0)
  })

  test('an equal word counts more than an equal subject', () => {
    expect(fit('dog', 'dog.jpg')).toBeGreaterThan(fit('dog', 'leash.jpg'))
  })
})

test('names of cameras and services name no subject', () => {
  for (const name of ['IMG_2041.jpg', 'DSC00017.JPG', 'photo.jpg', 'WhatsApp Image 2026-03-01.jpeg', 'lena-3.png'])
    expect(hasKnownSubject(photoWords([name])), name).toBe(false)
  expect(hasKnownSubject(photoWords(['dunes.jpg']))).toBe(true)
})
