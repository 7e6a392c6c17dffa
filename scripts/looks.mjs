// Slideshows of the sandbox's writer for the bench of looks, and the means to draw them. Needs Node 24.
import { buildAssets } from './build-assets.mjs'

const TYPES = [
  { contentType: 'numbered-list', slides: 6 },
  { contentType: 'numbered-list', slides: 9 },
  { contentType: 'directly-personal', slides: 5 },
  { contentType: 'question-users', slides: 2 },
  { contentType: 'multi-photo-video', slides: 1 },
]

/** Slideshows about the first topics that the writer knows, five of each. */
export async function writtenShows(topics) {
  const { writeSlides } = await import('../sandbox/src/writer/writer.ts')
  const { KNOWN_TOPICS } = await import('../sandbox/src/writer/known-topics.ts')
  const request = { tone: '', company: '', about: '', softSellSlide: null, context: '', seed: 'looks' }
  return KNOWN_TOPICS.slice(0, topics).flatMap(({ topic }) =>
    TYPES.map(({ contentType, slides }) => {
      const written = writeSlides({ ...request, topic, format: contentType, slides })
      const drafts = written.map(({ lines, ...rest }) => ({
        ...rest,
        ...Object.fromEntries(lines.map((line, at) => [`textBox${at + 1}`, line])),
      }))
      return { topic, contentType, drafts }
    }),
  )
}

/** The server's painter for a slide with the cover rendition of its photo. */
export async function slidePainter() {
  const { loadShaper } = await import('../server/src/rendering/asset-files.ts')
  const { createSlidePainter } = await import('../server/src/rendering/slide-pixels.ts')
  const paint = createSlidePainter(await loadShaper((await buildAssets()).folder))
  return (slide, photo) => paint({ slide, photo, images: new Map(), fonts: new Map() })
}

/** A slide in a format as PNG. */
export async function slidePng(paint, { slide, cover }, format) {
  const { inFormat } = await import('../shared/src/slide/in-format.ts')
  const { encodePng } = await import('../server/src/rendering/encode-pixels.ts')
  return encodePng(await paint(inFormat(slide, format), cover))
}

export async function lookIds() {
  return (await import('../shared/src/looks/look-ids.ts')).LOOK_IDS
}
