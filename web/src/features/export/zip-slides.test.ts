import { unzipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { fileNameOf, slideFileName } from './save-file.ts'
import { zipSlides } from './zip-slides.ts'

describe('zipSlides', () => {
  it('stores every file under its number, byte for byte', async () => {
    const contents = Array.from({ length: 12 }, (_, index) => new Uint8Array(5000 + index).fill(index))
    const zip = await zipSlides(contents.map((bytes) => new Blob([bytes])))
    const files = unzipSync(new Uint8Array(await zip.arrayBuffer()))
    expect(Object.keys(files)).toEqual(contents.map((_, index) => slideFileName(index + 1)))
    contents.forEach((bytes, index) => expect(files[`slide_${index + 1}.png`]).toEqual(bytes))
    expect(zip.size).toBeGreaterThan(12 * 5000)
  })
})

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
