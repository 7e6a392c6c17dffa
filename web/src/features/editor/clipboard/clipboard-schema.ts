import { imageBoxSchema, MAX_BOXES, textBoxSchema } from '@ninesixteen/shared/slide/model'
import { z } from 'zod'

/** Boxes on the clipboard, validated on paste because any program can write them. */
export const boxesSchema = z.object({
  textBoxes: z.array(textBoxSchema).max(MAX_BOXES),
  imageBoxes: z.array(imageBoxSchema).max(MAX_BOXES),
})
