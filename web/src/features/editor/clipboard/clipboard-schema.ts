import { imageBoxSchema, MAX_BOXES, textBoxSchema } from '@ninesixteen/shared/slide/model'
import { z } from 'zod'

/** Boxes as a page puts them on the clipboard; checked when they are pasted, as anybody can write there. */
export const boxesSchema = z.object({
  textBoxes: z.array(textBoxSchema).max(MAX_BOXES),
  imageBoxes: z.array(imageBoxSchema).max(MAX_BOXES),
})
