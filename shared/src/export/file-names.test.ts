import { describe, expect, it } from 'vitest'
import { fileNameOf, multiPhotoFileName, slideFileName } from './file-names.ts'

describe('fileNameOf', () => {
  it.each([
    ['5 small habits', '5 small habits.zip'],
    ['a/b: "c"?', 'a b c.zip'],
    ['  ', 'slideshow.zip'],
    ['…', '….zip'],
  ])('turns %o into %o', (title, name) => {
    expect(fileNameOf({ title, formats: ['9:16'], ending: 'zip' })).toBe(name)
  })

  it('names the format unless it is 9:16', () => {
    expect(fileNameOf({ title: 'habits', formats: ['4:5'], ending: 'pdf' })).toBe('habits 4x5.pdf')
    expect(fileNameOf({ title: 'habits', formats: ['9:16', '4:5'], ending: 'zip' })).toBe('habits all formats.zip')
  })

  it('keeps the format of a long title', () => {
    expect(fileNameOf({ title: 'x'.repeat(100), formats: ['2:3'], ending: 'mp4' })).toBe(`${'x'.repeat(60)} 2x3.mp4`)
  })
})

it('names slides and videos by their format', () => {
  expect(slideFileName({ number: 3, format: '9:16', fileType: 'png' })).toBe('slide_3.png')
  expect(slideFileName({ number: 3, format: '3:4', fileType: 'jpeg' })).toBe('slide_3_3x4.jpg')
  expect(multiPhotoFileName('9:16')).toBe('multi_photo_video.mp4')
  expect(multiPhotoFileName('1:1')).toBe('multi_photo_video_1x1.mp4')
})
