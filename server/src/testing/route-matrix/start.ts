import { startTestApp, type TestApp, type TestSettings } from '../app.ts'
import { NOWHERE } from './owned.ts'
import { sandboxPlatforms } from '../sandbox-platforms.ts'

/** The product with all routes; rendering and platforms are stubs. */
export function startMatrixApp(settings: TestSettings = {}): Promise<TestApp> {
  const pixels = Buffer.alloc(1080 * 1920 * 4, 255)
  const drawn = {
    jpeg: async () => Buffer.alloc(0),
    png: async () => Buffer.alloc(0),
    cover: async () => Buffer.alloc(1),
    rgba: async () => pixels,
  }
  return startTestApp({
    ...settings,
    platforms: sandboxPlatforms(NOWHERE),
    renderer: {
      maxConcurrentVideos: 4,
      renderSlide: () => drawn,
      renderVideo: async () => ({ chunks: [Buffer.alloc(1)], bytes: 1, close: async () => {} }),
      close: async () => {},
    },
  })
}
