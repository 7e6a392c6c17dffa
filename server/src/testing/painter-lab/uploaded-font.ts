import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { writeFontFile } from '@ninesixteen/shared/shaping/uploaded-font'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'
import { checkFont } from '../../font-checking/check-font.ts'
import { poppins, variableSans } from '../font-files.ts'
import { styledSlides } from './generated-slides.ts'

/** The path of an uploaded font: DM Sans upright, and Poppins in bold italics. */
export const LAB_FONT = 'lab/brand.font'

/** The file of the uploaded font, as the product stores it. */
export async function makeLabFont(): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'ninesixteen-lab-'))
  try {
    const cuts = []
    for (const [index, bytes] of [await variableSans(), await poppins(700, 'italic')].entries()) {
      const file = join(folder, String(index))
      await writeFile(file, bytes)
      cuts.push(await checkFont(file))
    }
    return writeFontFile(cuts)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** The styled slides with the uploaded font in two thirds of their texts. */
export function slidesInUploadedFont(count: number): Slide[] {
  return styledSlides(count).map((slide) =>
    slideSchema.parse({ ...slide, textBoxes: slide.textBoxes.map((box, index) => (index % 3 < 2 ? { ...box, font: LAB_FONT } : box)) }),
  )
}
