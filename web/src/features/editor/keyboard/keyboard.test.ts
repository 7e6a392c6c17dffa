import { describe, expect, it } from 'vitest'
import { actionFor, printKeys, strokeName } from './keyboard.ts'

const stroke = (key: string, keys: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey', boolean>> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...keys,
})

describe('shortcuts', () => {
  it.each([
    [stroke('z', { ctrlKey: true }), 'undo'],
    [stroke('z', { metaKey: true }), 'undo'],
    [stroke('Z', { ctrlKey: true, shiftKey: true }), 'redo'],
    [stroke('y', { ctrlKey: true }), 'redo'],
    [stroke('Delete'), 'remove'],
    [stroke('?', { shiftKey: true }), 'shortcuts'],
  ])('%o on the slide', (pressed, id) => {
    expect(actionFor(pressed, true)?.id).toBe(id)
  })

  it('with a single letter work only on the slide', () => {
    expect(actionFor(stroke('t'), false)).toBeUndefined()
    expect(actionFor(stroke('z', { ctrlKey: true }), false)?.id).toBe('undo')
  })

  it('are shown in the notation of each system', () => {
    expect(strokeName(stroke('Z', { metaKey: true, shiftKey: true }))).toBe('mod+shift+z')
    expect(printKeys('mod+shift+z', true)).toBe('⌘⇧Z')
    expect(printKeys('mod+shift+z', false)).toBe('Ctrl+Shift+Z')
  })
})
