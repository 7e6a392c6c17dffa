import { describe, expect, it } from 'vitest'
import { failureText } from './export-to-drive.ts'
import { driveFolderName } from './export-to-drive.ts'

describe('the folder of an export', () => {
  it.each([
    [{ company: 'Acme', isVideo: false }, 'Acme 2026-11-21'],
    [{ company: ' Acme ', isVideo: true }, 'Acme 2026-11-21'],
    [{ company: null, isVideo: false }, 'Slideshow 2026-11-21'],
    [{ company: '  ', isVideo: true }, 'Video 2026-11-21'],
  ])('of %j is %s', (of, name) => {
    expect(driveFolderName(of, new Date(2026, 10, 21, 23, 59))).toBe(name)
  })
})

it('a failed upload has the specified text', () => {
  expect(failureText('Upload failed').replaceAll(/\s+/g, ' ')).toBe(
    'Failed to upload to Google Drive: Upload failed The file will be downloaded locally instead.',
  )
})
