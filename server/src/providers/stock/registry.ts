import { TRACK_SECONDS_MAX } from '@ninesixteen/shared/sound/video-sound'
import { STOCK_SERVICES, type SoundServiceId, type StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import { createFetch, type Fetch } from '../http.ts'
import { HttpError } from '../http-error.ts'
import { asPlatformError } from '../platform-error.ts'
import { parseJson } from '../read-response.ts'
import { openverse } from './openverse.ts'
import { pexels } from './pexels.ts'
import { pixabay } from './pixabay.ts'
import { refusal } from './refusal.ts'
import type { StockConfig } from './settings.ts'
import type { FoundPage, FoundPhoto, FoundSound, PhotoQuery, StockDefinition, StockKey, StockMedia, StockQuery } from './stock-service.ts'

/** Every service the server knows. A further one is a file and one entry, here and in `shared`. */
export const STOCK_DEFINITIONS = { openverse, pexels, pixabay } as const satisfies Record<StockServiceId, StockDefinition>

/** A user waits for these answers; in milliseconds. */
const TIMEOUTS = { answerMs: 15_000, silenceMs: 5_000, wholeMs: 20_000 }

/** Searches a service. Both throw PlatformError. */
export interface StockSearch {
  photos(id: StockServiceId, query: PhotoQuery, key: StockKey): Promise<FoundPage<FoundPhoto>>
  sounds(id: SoundServiceId, query: StockQuery, key: StockKey): Promise<FoundPage<FoundSound>>
}

export function createStockSearch(config: StockConfig, send: Fetch = createFetch(TIMEOUTS)): StockSearch {
  const search = <Q extends StockQuery, T>(definition: StockDefinition, media: StockMedia<Q, T>, asked: Pick<Search<Q>, 'query' | 'key'>) =>
    asPlatformError(searchAt(definition, media, { ...asked, config, send }))
  return {
    async photos(id, query, key) {
      const { sideMin } = STOCK_SERVICES[id]
      const page = await search(STOCK_DEFINITIONS[id], STOCK_DEFINITIONS[id].photos, { query, key })
      return { ...page, results: page.results.filter(({ width, height }) => Math.min(width, height) >= sideMin) }
    },
    async sounds(id, query, key) {
      const page = await search(STOCK_DEFINITIONS[id], STOCK_DEFINITIONS[id].sounds, { query, key })
      return { ...page, results: page.results.filter(({ seconds }) => seconds > 0 && seconds <= TRACK_SECONDS_MAX) }
    },
  }
}

interface Search<Q> {
  query: Q
  key: StockKey
  config: StockConfig
  send: Fetch
}

async function searchAt<Q extends StockQuery, T>(
  definition: StockDefinition,
  media: StockMedia<Q, T>,
  { query, key, config, send }: Search<Q>,
): Promise<FoundPage<T>> {
  const settings = config[definition.id]
  const ask = async () => {
    const { url, headers } = await media.request(query, { settings, key, send })
    return send(url, { headers })
  }
  let response = await ask()
  // The service may revoke a token before its time.
  if (response.status === 401 && definition.dropToken?.(settings)) response = await ask()
  const text = await response.text()
  const { status } = response
  if (!response.ok) throw refusal(response, { isKey: status === 401 || status === 403 || definition.refusesKey?.(status, text) === true })
  const page = media.read(parseJson(text), query)
  if (page === null) throw new HttpError('broken-off', { cause: new Error(`${definition.id} answered in another form`) })
  return page
}
