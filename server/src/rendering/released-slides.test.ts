import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { slidesSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { beforeAll, describe, expect, test } from 'vitest'
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

/** Generated slides with a shape that an edge of the slide cuts, which later versions draw as polygons. */
const CUT = [0, 2, 3, 9, 10, 12, 13, 15, 17, 18, 19, 21, 22, 23, 25, 26, 29, 32, 33, 35, 36, 37, 38, 39]

describe('slides of every style, script and level', { tags: ['long'] }, () => {
  const slides = generatedSlides(40)

  test('are drawn as 0.2.0 drew them', async () => {
    expect(await hashOf(slides.filter((_, at) => !CUT.includes(at)))).toBe('00ac30a62a93246d')
  })

  test('that an edge cuts are drawn as this version draws them', async () => {
    expect(await hashOf(slides.filter((_, at) => CUT.includes(at)))).toBe('594e2bbb8f04819a')
  })
})
