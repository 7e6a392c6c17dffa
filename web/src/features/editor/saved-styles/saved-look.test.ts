import { savedLookSchema } from '@ninesixteen/shared/api/saved-styles'
import { textLook } from '@ninesixteen/shared/scene/text-style'
import { TEXT_STYLES, textBoxSchema } from '@ninesixteen/shared/slide/model'
import { expect, it } from 'vitest'
import { lookToSave } from './saved-look.ts'

const box = textBoxSchema.parse({ id: 'a', text: 'words', x: 3, rotation: 20, name: 'layer', locked: true, font: 'anton', fontSize: 12 })

it('has only the fields of a style', () => {
  const look = lookToSave('outline', box)
  expect(look).toEqual({ fontSize: 12, fontWeight: 400, color: 'white', font: 'anton', textColor: '#ffffff', outlineColor: '#000000' })
  expect(savedLookSchema.parse(look)).toEqual(look)
})

it.each(TEXT_STYLES)('saved from a slide in %s, looks the same on a slide in outline', (style) => {
  const saved = lookToSave(style, box)
  const [there, here] = [textLook('outline', { ...box, ...saved }), textLook(style, box)]
  expect({ fill: there.fill, highlight: there.highlight }).toEqual({ fill: here.fill, highlight: here.highlight })
  // An outline in the highlight's color can't be seen.
  expect(there.outline).toBe(here.outline ?? here.highlight)
})
