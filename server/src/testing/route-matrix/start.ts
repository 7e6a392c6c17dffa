import { slideSize, type Size } from '@ninesixteen/shared/slide/formats'
import sharp from 'sharp'
import { startTestApp, type TestApp, type TestSettings } from '../app.ts'
import { NOWHERE } from './owned.ts'
import { sandboxPlatforms } from '../sandbox-platforms.ts'

/** White images of a slide's size. */
function blankSlide({ width, height }: Size) {
  const image = () => sharp({ create: { width, height, channels: 3, background: '#ffffff' } })
  return {
    jpeg: () => image().jpeg().toBuffer(),
    png: () => image().png().toBuffer(),
    cover: async () => Buffer.alloc(1),
    rgba: async () => Buffer.alloc(width * height * 4, 255),
  }
}

/** The product with all routes; rendering and platforms are stubs. */
export function startMatrixApp(settings: TestSettings = {}): Promise<TestApp> {
  return startTestApp({
    ...settings,
    platforms: sandboxPlatforms(NOWHERE),
    renderer: {
      maxConcurrentVideos: 4,
      renderSlide: (slide) => blankSlide(slideSize(slide)),
      renderVideo: async () => ({ chunks: [Buffer.alloc(1)], bytes: 1, close: async () => {} }),
      close: async () => {},
    },
  })
}
