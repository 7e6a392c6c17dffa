import { slideSchema } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { expect, test } from 'vitest'
import { startReel } from './reel.ts'

const slide = slideSchema.parse({ id: 'quote', title: 'motivational video' })

/** Drawings that are finished by hand, in the order they were begun. */
function handDrawing() {
  const begun: { slide: Slide; finish(): void; fail(): void }[] = []
  const released: string[] = []
  const draw = (wanted: Slide): Promise<string> =>
    new Promise((resolve, reject) => {
      begun.push({ slide: wanted, finish: () => resolve(`drawn ${wanted.backgroundImage}`), fail: () => reject(new Error('no network')) })
    })
  return { begun, released, draw, release: (drawing: string) => void released.push(drawing) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('two photos at a time are drawn behind the slide, in order; one that fails is left out', async () => {
  const { begun, draw, release } = handDrawing()
  let changes = 0
  const reel = startReel({ slide, photos: ['u/a.jpg', 'u/b.jpg', 'u/c.jpg'], draw, release, changed: () => (changes += 1) })
  expect(begun.map((one) => one.slide)).toEqual([
    { ...slide, backgroundImage: 'u/a.jpg' },
    { ...slide, backgroundImage: 'u/b.jpg' },
  ])
  begun[1]?.finish()
  begun[0]?.fail()
  await settled()
  begun[2]?.finish()
  await settled()
  expect(['u/a.jpg', 'u/b.jpg', 'u/c.jpg'].map(reel.frame)).toEqual([null, 'drawn u/b.jpg', 'drawn u/c.jpg'])
  expect([reel.drawn(), reel.failed(), changes]).toEqual([2, 1, 3])
})

test('a stopped reel gives all memory back, begins nothing more and says nothing more', async () => {
  const { begun, released, draw, release } = handDrawing()
  let changes = 0
  const reel = startReel({ slide, photos: ['u/a.jpg', 'u/b.jpg', 'u/c.jpg', 'u/d.jpg'], draw, release, changed: () => (changes += 1) })
  begun[0]?.finish()
  await settled()
  reel.stop()
  begun[1]?.finish()
  begun[2]?.finish()
  await settled()
  expect(released.toSorted()).toEqual(['drawn u/a.jpg', 'drawn u/b.jpg', 'drawn u/c.jpg'])
  expect([begun.length, changes, reel.frame('u/a.jpg')]).toEqual([3, 1, null])
})
