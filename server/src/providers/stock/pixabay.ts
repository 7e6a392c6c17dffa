import { z } from 'zod'
import { foundResults, shortText } from './found-results.ts'
import { defineStockService } from './stock-service.ts'

const PAGE_SIZE = 30
/** Longer side of `largeImageURL` in pixels. Only keys approved for full size get `imageURL`. */
const LARGE_SIDE = 1280
/** Search results end here. */
const RESULTS_MAX = 500

const photoSchema = z.object({
  id: z.number().int(),
  pageURL: z.url({ protocol: /^https?$/ }),
  tags: z.string().default(''),
  user: z.string().nullish(),
  user_id: z.number().int().nullish(),
  webformatURL: z.url({ protocol: /^https?$/ }),
  largeImageURL: z.url({ protocol: /^https?$/ }),
  imageURL: z.url({ protocol: /^https?$/ }).nullish(),
  imageWidth: z.number().int().positive(),
  imageHeight: z.number().int().positive(),
})

const pageSchema = z.object({ totalHits: z.number().int(), hits: z.array(z.unknown()).max(500) })

/** https://pixabay.com/api/docs/ */
export const pixabay = defineStockService({
  id: 'pixabay',
  rules: {
    // The documentation requires it.
    cacheSeconds: 24 * 60 * 60,
    windows: () => [{ limit: 100, seconds: 60 }],
    previewHosts: ['pixabay.com', 'cdn.pixabay.com'],
  },
  photos: {
    async request({ words, shape, page }, { settings, key }) {
      const url = new URL(`${settings.apiUrl}/api/`)
      const fields = { key: key ?? '', q: words, image_type: 'photo', safesearch: 'true', per_page: String(PAGE_SIZE), page: String(page) }
      for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
      if (shape === 'tall') url.searchParams.set('orientation', 'vertical')
      return new Request(url)
    },
    read(body, { page }) {
      const read = pageSchema.safeParse(body)
      if (!read.success) return null
      const results = foundResults(read.data.hits, photoSchema, (found) => {
        const { imageWidth, imageHeight, imageURL } = found
        const scale = imageURL ? 1 : Math.min(1, LARGE_SIDE / Math.max(imageWidth, imageHeight))
        return {
          credit: {
            service: 'pixabay',
            id: String(found.id),
            title: shortText(found.tags, 300) ?? '',
            author: shortText(found.user, 200),
            authorUrl: found.user && found.user_id ? `https://pixabay.com/users/${encodeURIComponent(found.user)}-${found.user_id}/` : null,
            licence: 'pixabay',
            licenceVersion: null,
            licenceUrl: 'https://pixabay.com/service/license-summary/',
            pageUrl: found.pageURL,
          },
          width: Math.round(imageWidth * scale),
          height: Math.round(imageHeight * scale),
          previewUrl: found.webformatURL,
          fileUrl: imageURL ?? found.largeImageURL,
        }
      })
      const end = Math.min(read.data.totalHits, RESULTS_MAX)
      return { results, hasMore: page * PAGE_SIZE < end }
    },
  },
  // A wrong key is a plain 400: "[ERROR 400] Invalid or missing API key".
  refusesKey: (status, body) => status === 400 && /api key/i.test(body),
})
