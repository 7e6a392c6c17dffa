import { slideSchema } from '@ninesixteen/shared/slide/model'
import type { Slide } from '@ninesixteen/shared/slide/model'
import { expect, test } from 'vitest'
import { startReel } from './reel.ts'

const slide = slideSchema.parse({ id: 'quote', title: 'motivational video' })

/** Renderings that the test finishes, in the order of their start. */
function manualRendering() {
  const started: { slide: Slide; finish(): void; fail(): void }[] = []
  const released: string[] = []
  const draw = (wanted: Slide): Promise<string> =>
    new Promise((resolve, reject) => {
      started.push({
        slide: wanted,
        finish: () => resolve(`rendered ${wanted.backgroundImage}`),
        fail: () => reject(new Error('no network')),
      })
    })
  return { begun: started, released, draw, release: (drawing: string) => void released.push(drawing) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve))

test('renders two photos at a time in order, and skips failures', async () => {
  const { begun: started, draw, release } = manualRendering()
  let changes = 0
  const reel = startReel({ slide, photos: ['u/a.jpg', 'u/b.jpg', 'u/c.jpg'], draw, release, changed: () => (changes += 1) })
  expect(started.map((one) => one.slide)).toEqual([
    { ...slide, backgroundImage: 'u/a.jpg' },
    { ...slide, backgroundImage: 'u/b.jpg' },
  ])
  started[1]?.finish()
  started[0]?.fail()
  await settled()
  started[2]?.finish()
  await settled()
  expect(['u/a.jpg', 'u/b.jpg', 'u/c.jpg'].map(reel.frame)).toEqual([null, 'rendered u/b.jpg', 'rendered u/c.jpg'])
  expect([reel.drawn(), reel.failed(), changes]).toEqual([2, 1, 3])
})

test('a stopped reel releases all memory, starts nothing and reports nothing', async () => {
  const { begun: started, released, draw, release } = manualRendering()
  let changes = 0
  const reel = startReel({ slide, photos: ['u/a.jpg', 'u/b.jpg', 'u/c.jpg', 'u/d.jpg'], draw, release, changed: () => (changes += 1) })
  started[0]?.finish()
  await settled()
  reel.stop()
  started[1]?.finish()
  started[2]?.finish()
  await settled()
  expect(released.toSorted()).toEqual(['rendered u/a.jpg', 'rendered u/b.jpg', 'rendered u/c.jpg'])
  expect([started.length, changes, reel.frame('u/a.jpg')]).toEqual([3, 1, null])
})
