import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { slidesSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { beforeAll, expect, test } from 'vitest'
import { generatedSlides } from '../testing/painter-lab/generated-slides.ts'
import { loadShaper } from './asset-files.ts'
import { createSlidePainter } from './slide-pixels.ts'

let paint: ReturnType<typeof createSlidePainter>
beforeAll(async () => {
  paint = createSlidePainter(await loadShaper(join(import.meta.dirname, '../../../shared/generated/painter')))
})

async function hashOf(slides: readonly Slide[]): Promise<string> {
  const hash = createHash('sha256')
  for (const slide of slides) hash.update((await paint({ slide, photo: null, images: new Map(), fonts: new Map() })).data)
  return hash.digest('hex').slice(0, 16)
}

/** The slides of a data folder that a release made. */
function slidesOf(release: string): Slide[] {
  const content: Record<string, { slides?: unknown }> = JSON.parse(
    readFileSync(join(import.meta.dirname, `../testing/released-folders/${release}.json`), 'utf8'),
  )
  const projects = Object.entries(content).filter(([path]) => /^\/projects\/[^/]+$/.test(path))
  return projects.flatMap(([, { slides }]) => slidesSchema.parse(slides))
}

// The painter of 0.2.0 drew these hashes.
test.each(['0.1.0', '0.2.0', '0.3.0'])('slides of a folder of %s are drawn as 0.2.0 drew them', async (release) => {
  const slides = slidesOf(release)
  expect([slides.length, await hashOf(slides)]).toEqual([9, 'd2635ceb87a57fdf'])
})

test('slides of every style, script and level are drawn as 0.2.0 drew them', { tags: ['long'] }, async () => {
  expect(await hashOf(generatedSlides(40))).toBe('b3bf4b316f0cf768')
})
