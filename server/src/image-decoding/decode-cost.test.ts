import { describe, expect, test } from 'vitest'
import { AppError } from '@ninesixteen/shared/errors'
import { decodeCost, type ImageHeader } from './decode-cost.ts'

const PNG: ImageHeader = {
  format: 'png',
  width: 4000,
  height: 3000,
  channels: 3,
  sampleBytes: 1,
  hasAlpha: false,
  isLossless: true,
  isProgressive: false,
  isRotated: false,
  chroma: '',
  pages: 1,
}
const JPEG: ImageHeader = { ...PNG, format: 'jpeg', chroma: '4:2:0', isLossless: false }
const WEBP: ImageHeader = { ...PNG, format: 'webp', isLossless: false }
const AVIF: ImageHeader = { ...JPEG, format: 'avif' }
const HEIC: ImageHeader = { ...JPEG, format: 'heic' }
const SEE_THROUGH = { channels: 4, hasAlpha: true }
const PHONE = { width: 8064, height: 6048 }
const FIFTY = { width: 7071, height: 7071 }

function verdict(header: ImageHeader): string {
  try {
    return decodeCost(header)
  } catch (error) {
    if (error instanceof AppError) return `${error.code} ${Object.values(error.details).join()}`.trim()
    throw error
  }
}

describe('what users have is taken', () => {
  test.each<[string, ImageHeader, string]>([
    ['a JPEG of a phone, 12 megapixels', JPEG, 'light'],
    ['a JPEG of a phone, 48 megapixels', { ...JPEG, ...PHONE }, 'light'],
    ['the same, on its side', { ...JPEG, ...PHONE, isRotated: true }, 'heavy'],
    ['the same, progressive', { ...JPEG, ...PHONE, isProgressive: true }, 'heavy'],
    [
      'a progressive JPEG of 24 megapixels in full color',
      { ...JPEG, width: 6000, height: 4000, isProgressive: true, chroma: '4:4:4' },
      'heavy',
    ],
    ['a small progressive JPEG', { ...JPEG, width: 2000, height: 1500, isProgressive: true }, 'light'],
    ['a screenshot', { ...PNG, ...SEE_THROUGH, width: 1290, height: 2796 }, 'light'],
    ['a PNG of 12 megapixels', PNG, 'light'],
    ['a PNG of 50 megapixels of 16 bits', { ...PNG, ...FIFTY, ...SEE_THROUGH, sampleBytes: 2 }, 'heavy'],
    ['an interlaced PNG of 12 megapixels', { ...PNG, ...SEE_THROUGH, isProgressive: true }, 'heavy'],
    ['a WebP of 12 megapixels', WEBP, 'light'],
    ['a WebP of 50 megapixels', { ...WEBP, ...FIFTY }, 'heavy'],
    ['a small AVIF', { ...AVIF, width: 100, height: 100 }, 'heavy'],
    ['an AVIF of 12 megapixels', AVIF, 'heavy'],
    ['a HEIC of a phone, 48 megapixels', { ...HEIC, ...PHONE }, 'heavy'],
    ['a HEIC of one piece, 12 megapixels', { ...HEIC, isProgressive: true }, 'heavy'],
    ['a panorama', { ...JPEG, width: 16_382, height: 2900 }, 'light'],
  ])('%s', (_name, header, expected) => {
    expect(verdict(header)).toBe(expected)
  })
})

describe('what costs too much is refused by its header, with the limit of its kind', () => {
  test.each<[string, ImageHeader, string]>([
    ['more than 50 megapixels', { ...JPEG, width: 7072, height: 7072 }, 'UPLOAD_TOO_MANY_PIXELS 50'],
    ['50,000,000 x 1', { ...PNG, width: 50_000_000, height: 1 }, 'UPLOAD_TOO_LONG 20000'],
    ['1 x 49,999,999', { ...PNG, width: 1, height: 49_999_999 }, 'UPLOAD_TOO_LONG 20000'],
    ['a side of 20,001', { ...JPEG, width: 20_001, height: 10 }, 'UPLOAD_TOO_LONG 20000'],
    ['an AVIF of 49 megapixels', { ...AVIF, width: 7000, height: 7000 }, 'UPLOAD_TOO_MANY_PIXELS 13'],
    ['an AVIF of 12 megapixels and more than eight bits', { ...AVIF, sampleBytes: 2 }, 'UPLOAD_TOO_MANY_PIXELS 10'],
    [
      'an interlaced PNG of 49 megapixels',
      { ...PNG, ...SEE_THROUGH, width: 7000, height: 7000, isProgressive: true },
      'UPLOAD_TOO_MANY_PIXELS 34',
    ],
    [
      'an interlaced PNG of 25 megapixels of 16 bits',
      { ...PNG, ...SEE_THROUGH, width: 5000, height: 5000, isProgressive: true, sampleBytes: 2 },
      'UPLOAD_TOO_MANY_PIXELS 19',
    ],
    [
      'a progressive JPEG of 48 megapixels in full color',
      { ...JPEG, ...PHONE, isProgressive: true, chroma: '4:4:4' },
      'UPLOAD_TOO_MANY_PIXELS 34',
    ],
    ['a WebP of 49 megapixels to be seen through', { ...WEBP, ...SEE_THROUGH, width: 7000, height: 7000 }, 'UPLOAD_TOO_MANY_PIXELS 43'],
    ['a HEIC of one piece, 24 megapixels', { ...HEIC, width: 6000, height: 4000, isProgressive: true }, 'UPLOAD_TOO_MANY_PIXELS 20'],
    [
      'an interlaced PNG of 49 megapixels that nothing shows through',
      { ...PNG, width: 7000, height: 7000, isProgressive: true },
      'UPLOAD_TOO_MANY_PIXELS 47',
    ],
    ['a video of 1,001 frames', { ...WEBP, pages: 1001 }, 'UPLOAD_TOO_COMPLEX'],
  ])('%s', (_name, header, expected) => {
    expect(verdict(header)).toBe(expected)
  })
})
