import { randomUUID } from 'node:crypto'
import { slideSchema, type Slide } from '@ninesixteen/shared/slide/model'

export function buildSlide(text: string, overrides: Partial<Slide> = {}): Slide {
  return slideSchema.parse({ id: randomUUID(), title: text, textBoxes: [{ id: randomUUID(), text }], ...overrides })
}
