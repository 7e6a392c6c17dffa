import { z } from 'zod'
import type { Credit } from '@ninesixteen/shared/stock/credit-schema'
import { STOCK_SERVICES } from '@ninesixteen/shared/stock/stock-services'
import { HttpError } from '../http-error.ts'
import type { Fetch } from '../http.ts'
import { parseJson } from '../read-response.ts'
import { creditLink, foundResults, shortText } from './found-results.ts'
import { refusal } from './refusal.ts'
import type { StockClient, StockSettings } from './settings.ts'
import { defineStockService, type FoundPage } from './stock-service.ts'

const { licences } = STOCK_SERVICES.openverse

/** More needs a registered client. */
const PAGE_SIZE = 20

const link = z.url({ protocol: /^https?$/ })

/** Photos and sounds alike. */
const fileSchema = z.object({
  id: z.string().min(1).max(200),
  title: z.string().nullish(),
  creator: z.string().nullish(),
  creator_url: z.string().nullish(),
  // SA, NC and ND are refused here, whatever the request asked for.
  license: z.enum(licences),
  license_version: z.string().max(20).nullish(),
  license_url: z.string().nullish(),
  foreign_landing_url: link,
  url: link,
})

const photoSchema = fileSchema.extend({ thumbnail: link, width: z.number().int(), height: z.number().int() })

/** `duration` in milliseconds. */
const soundSchema = fileSchema.extend({ duration: z.number() })

const pageSchema = z.object({ page: z.number().int(), page_count: z.number().int(), results: z.array(z.unknown()).max(500) })

const tokenSchema = z.object({ access_token: z.string().min(1).max(4000), expires_in: z.number().positive() })

/** Renewed this long before it expires. */
const TOKEN_MARGIN_MS = 60_000

const tokens = new Map<string, { value: string; until: number }>()
const tokenId = (apiUrl: string, client: StockClient): string => `${apiUrl} ${client.id}`

/** The token of a registered client, which allows more requests than an address. https://api.openverse.org/v1/#tag/auth */
async function tokenOf({ apiUrl, client }: StockSettings, send: Fetch): Promise<string | null> {
  if (client === null) return null
  const id = tokenId(apiUrl, client)
  const known = tokens.get(id)
  if (known && known.until > Date.now()) return known.value
  const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: client.id, client_secret: client.secret })
  const response = await send(`${apiUrl}/v1/auth_tokens/token/`, { method: 'POST', body })
  const parsed = tokenSchema.safeParse(parseJson(await response.text()))
  if (!response.ok) throw refusal(response, { isKey: [400, 401, 403].includes(response.status) })
  if (!parsed.success) throw new HttpError('broken-off')
  const { access_token: value, expires_in: seconds } = parsed.data
  tokens.set(id, { value, until: Date.now() + seconds * 1000 - TOKEN_MARGIN_MS })
  return value
}

async function requestOf(
  path: string,
  fields: Record<string, string | number>,
  { settings, send }: { settings: StockSettings; send: Fetch },
): Promise<Request> {
  const url = new URL(`${settings.apiUrl}/v1/${path}/`)
  for (const [name, value] of Object.entries({ ...fields, license: licences.join(','), page_size: PAGE_SIZE }))
    url.searchParams.set(name, String(value))
  const token = await tokenOf(settings, send)
  return new Request(url, { headers: token === null ? {} : { authorization: `Bearer ${token}` } })
}

function readPage<T>(body: unknown, page: number, resultsOf: (entries: unknown[]) => T[]): FoundPage<T> | null {
  const read = pageSchema.safeParse(body)
  return read.success ? { results: resultsOf(read.data.results), hasMore: page < read.data.page_count } : null
}

function creditOf(found: z.infer<typeof fileSchema>): Credit {
  return {
    service: 'openverse',
    id: found.id,
    title: shortText(found.title, 300) ?? '',
    author: shortText(found.creator, 200),
    authorUrl: creditLink(found.creator_url),
    licence: found.license,
    licenceVersion: found.license_version ?? null,
    licenceUrl: creditLink(found.license_url),
    pageUrl: found.foreign_landing_url,
  }
}

/** Openly licensed photos and music of many collections. https://api.openverse.org/v1/ */
export const openverse = defineStockService({
  id: 'openverse',
  rules: {
    cacheSeconds: 24 * 60 * 60,
    // api/conf/settings/rest_framework.py of WordPress/openverse: an address, or a registered client.
    windows: ({ client }) =>
      client === null
        ? [
            { limit: 5, seconds: 3600 },
            { limit: 100, seconds: 86_400 },
          ]
        : [
            { limit: 100, seconds: 60 },
            { limit: 10_000, seconds: 86_400 },
          ],
    previewHosts: ['api.openverse.org'],
  },
  photos: {
    request: ({ words, page, shape }, given) =>
      requestOf('images', { q: words, page, size: 'large', ...(shape === 'tall' && { aspect_ratio: 'tall' }) }, given),
    read: (body, { page }) =>
      readPage(body, page, (entries) =>
        foundResults(entries, photoSchema, (found) => ({
          credit: creditOf(found),
          width: found.width,
          height: found.height,
          previewUrl: found.thumbnail,
          fileUrl: found.url,
        })),
      ),
  },
  sounds: {
    request: ({ words, page }, given) => requestOf('audio', { q: words, page, category: 'music' }, given),
    read: (body, { page }) =>
      readPage(body, page, (entries) =>
        foundResults(entries, soundSchema, (found) => ({
          credit: { ...creditOf(found), kind: 'sound' as const },
          seconds: found.duration / 1000,
          fileUrl: found.url,
        })),
      ),
  },
  dropToken: ({ apiUrl, client }: StockSettings) => client !== null && tokens.delete(tokenId(apiUrl, client)),
})
