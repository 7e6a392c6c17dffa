import { describe, expect, it } from 'vitest'
import { fileNameOf } from './save-file.ts'

describe('fileNameOf', () => {
  it.each([
    ['5 small habits', '5 small habits.zip'],
    ['a/b: "c"?', 'a b c.zip'],
    ['  ', 'slideshow.zip'],
    ['…', '….zip'],
  ])('%o becomes %o', (title, name) => {
    expect(fileNameOf(title, 'zip')).toBe(name)
  })
})
