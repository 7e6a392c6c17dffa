import { z } from 'zod'
import { creditLink, foundResults, shortText } from './found-results.ts'
import { defineStockService } from './stock-service.ts'

const PAGE_SIZE = 30
/** Original files have up to 50 megapixels; a slide needs no more than this. */
const WIDTH_MAX = 2160

const photoSchema = z.object({
  id: z.union([z.number().int(), z.string()]),
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  url: z.url({ protocol: /^https?$/ }),
  photographer: z.string().nullish(),
  photographer_url: z.string().nullish(),
  alt: z.string().nullish(),
  src: z.object({ original: z.url({ protocol: /^https?$/ }), large: z.url({ protocol: /^https?$/ }) }),
})

const pageSchema = z.object({ photos: z.array(z.unknown()).max(500), next_page: z.string().nullish() })

/** The original, scaled by Pexels' image server. */
function scaled(original: string): string {
  const url = new URL(original)
  url.searchParams.set('auto', 'compress')
  url.searchParams.set('cs', 'tinysrgb')
  url.searchParams.set('w', String(WIDTH_MAX))
  return url.href
}

/** https://www.pexels.com/api/documentation/ */
export const pexels = defineStockService({
  id: 'pexels',
  rules: {
    cacheSeconds: 24 * 60 * 60,
    windows: () => [
      { limit: 200, seconds: 3600 },
      { limit: 20_000, seconds: 30 * 86_400 },
    ],
    previewHosts: ['images.pexels.com'],
  },
  photos: {
    async request({ words, shape, page }, { settings, key }) {
      const url = new URL(`${settings.apiUrl}/v1/search`)
      url.searchParams.set('query', words)
      if (shape === 'tall') url.searchParams.set('orientation', 'portrait')
      url.searchParams.set('per_page', String(PAGE_SIZE))
      url.searchParams.set('page', String(page))
      return new Request(url, { headers: { authorization: key ?? '' } })
    },
    read(body) {
      const read = pageSchema.safeParse(body)
      if (!read.success) return null
      const results = foundResults(read.data.photos, photoSchema, ({ width, height, ...found }) => {
        const scale = Math.min(1, WIDTH_MAX / width)
        return {
          credit: {
            service: 'pexels',
            id: String(found.id),
            title: shortText(found.alt, 300) ?? '',
            author: shortText(found.photographer, 200),
            authorUrl: creditLink(found.photographer_url),
            licence: 'pexels',
            licenceVersion: null,
            licenceUrl: 'https://www.pexels.com/license/',
            pageUrl: found.url,
          },
          width: Math.round(width * scale),
          height: Math.round(height * scale),
          previewUrl: found.src.large,
          fileUrl: scaled(found.src.original),
        }
      })
      return { results, hasMore: Boolean(read.data.next_page) }
    },
  },
})
