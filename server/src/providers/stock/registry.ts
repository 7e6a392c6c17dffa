import { STOCK_SERVICES, type StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import { createFetch, type Fetch } from '../http.ts'
import { HttpError } from '../http-error.ts'
import { asPlatformError } from '../platform-error.ts'
import { parseJson } from '../read-response.ts'
import { openverse } from './openverse.ts'
import { pexels } from './pexels.ts'
import { pixabay } from './pixabay.ts'
import { refusal } from './refusal.ts'
import type { StockConfig } from './settings.ts'
import type { FoundPage, StockDefinition, StockKey, StockQuery } from './stock-service.ts'

/** Every service the server knows. A further one is a file and one entry, here and in `shared`. */
export const STOCK_DEFINITIONS: Record<StockServiceId, StockDefinition> = { openverse, pexels, pixabay }

/** A user waits for these answers; in milliseconds. */
const TIMEOUTS = { answerMs: 15_000, silenceMs: 5_000, wholeMs: 20_000 }

/** Searches a service. Throws PlatformError. */
export type StockSearch = (id: StockServiceId, query: StockQuery, key: StockKey) => Promise<FoundPage>

export function createStockSearch(config: StockConfig, send: Fetch = createFetch(TIMEOUTS)): StockSearch {
  return (id, query, key) => asPlatformError(searchAt(STOCK_DEFINITIONS[id], { query, key, config, send }))
}

interface Search {
  query: StockQuery
  key: StockKey
  config: StockConfig
  send: Fetch
}

async function searchAt(definition: StockDefinition, { query, key, config, send }: Search): Promise<FoundPage> {
  const settings = config[definition.id]
  const ask = async () => {
    const { url, headers } = await definition.request(query, { settings, key, send })
    return send(url, { headers })
  }
  let response = await ask()
  // The service may revoke a token before its time.
  if (response.status === 401 && definition.dropToken?.(settings)) response = await ask()
  const text = await response.text()
  const { status } = response
  if (!response.ok) throw refusal(response, { isKey: status === 401 || status === 403 || definition.refusesKey?.(status, text) === true })
  const page = definition.read(parseJson(text), query)
  if (page === null) throw new HttpError('broken-off', { cause: new Error(`${definition.id} answered in another form`) })
  const { sideMin } = STOCK_SERVICES[definition.id]
  return { ...page, photos: page.photos.filter(({ width, height }) => Math.min(width, height) >= sideMin) }
}
