import { expect, test } from 'vitest'
import { logoFrame } from './box.ts'
import { newSlide } from './edit-slides.ts'
import { imageBoxSchema, logoPositionSchema, slideSchema, textBoxSchema } from './model.ts'
import { newImageBox, newTextBox } from './new-box.ts'

test('what the editor adds is what the schema makes of nothing but an id', () => {
  expect(newTextBox('text')).toEqual(textBoxSchema.parse({ id: 'text' }))
  const imageUrl = 'user/picture.jpg'
  expect(newImageBox('image', imageUrl)).toEqual(imageBoxSchema.parse({ id: 'image', imageUrl }))
  expect(newSlide('slide', 1)).toEqual(slideSchema.parse({ id: 'slide', title: 'Slide 1' }))
  expect(logoFrame(slideSchema.parse({ id: 'slide', logoImage: imageUrl }))).toEqual(logoPositionSchema.parse({}))
})
