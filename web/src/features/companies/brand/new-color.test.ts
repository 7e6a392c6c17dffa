import type { BrandColor } from '@ninesixteen/shared/brand/model'
import { expect, it } from 'vitest'
import { newColor } from './new-color.ts'

it('gives every new color a name, value and id of its own, also after the first one was changed', () => {
  const colors: BrandColor[] = [{ ...newColor([]), hex: '#123456' }]
  while (colors.length < 5) colors.push(newColor(colors))
  expect(colors.map(({ name }) => name)).toEqual(['Main', 'Dark', 'Accent', 'Second accent', 'Light'])
  for (const field of ['id', 'hex'] as const) expect(new Set(colors.map((color) => color[field])).size).toBe(5)
})

it('offers the name of a color that was renamed again', () => {
  expect(newColor([{ id: 'c1', name: 'Brick', hex: '#ffd400' }])).toEqual({ id: 'c2', name: 'Main', hex: '#14213d' })
})
