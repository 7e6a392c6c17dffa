import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { renderGoldens, GOLDEN_SLIDES, GOLDENS } from '../testing/script-goldens.ts'

test('slides in every script look like their last reviewed images', async () => {
  const differing: string[] = []
  for await (const { name, grey } of renderGoldens()) {
    const golden = await sharp(join(GOLDENS, `${name}.png`))
      .extractChannel(0)
      .raw()
      .toBuffer()
    if (Buffer.compare(golden, grey) !== 0) differing.push(name)
  }
  expect(differing).toEqual([])
  expect(GOLDEN_SLIDES).toHaveLength(10)
})
