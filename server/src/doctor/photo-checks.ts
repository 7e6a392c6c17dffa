import { STOCK_SERVICE_IDS, STOCK_SERVICES, type StockServiceId } from '@ninesixteen/shared/stock/stock-services'
import type { Config } from '../config/config.ts'
import { PlatformError } from '../providers/platform-error.ts'
import { createStockSearch } from '../providers/stock/registry.ts'
import { ok, warning, wrong, type Check, type Finding } from './finding.ts'
import { fetchOutside, get, modelsApi, SANDBOXED, type ApiNames } from './outside-checks.ts'

const IMAGES_NAMES: ApiNames = {
  api: 'The images API',
  key: 'IMAGES_API_KEY',
  baseUrl: 'IMAGES_BASE_URL',
  model: 'IMAGES_MODEL',
  use: 'making photos',
}

/** The settings that hold each service's access. */
const KEYS: Record<StockServiceId, string> = {
  openverse: 'OPENVERSE_CLIENT_ID and OPENVERSE_CLIENT_SECRET',
  pexels: 'PEXELS_API_KEY',
  pixabay: 'PIXABAY_API_KEY',
}

/** Checks of the images API and the services with free photos. */
export function photoChecks({ images, stock }: Config): Check[] {
  return [
    {
      name: 'AI photos',
      fix: 'Check IMAGES_BASE_URL, and that the server there runs.',
      run: async (signal) =>
        images ? modelsApi(images, IMAGES_NAMES, signal) : ok('Not set up. Users can add an images API of their own.'),
    },
    ...STOCK_SERVICE_IDS.map((id) => ({ name: STOCK_SERVICES[id].label, run: (signal: AbortSignal) => service(stock, id, signal) })),
  ]
}

/** One search where a key or client is set, and none where the service allows an address only five an hour. */
async function service(stock: Config['stock'], id: StockServiceId, signal: AbortSignal): Promise<Finding> {
  const { sandbox, key, client, apiUrl } = stock[id]
  const { label, needsKey } = STOCK_SERVICES[id]
  if (sandbox) return SANDBOXED
  if (needsKey && key === null) return ok('Not set up. Users can add a key of their own.')
  if (key === null && client === null) {
    const { status } = await get(apiUrl, signal)
    return status >= 500 ? warning(`Out of order (${status}).`, 'Searches work again when it does.') : ok('Reachable.')
  }
  try {
    const search = createStockSearch(stock, (input, init) => fetchOutside(input, { ...init, signal }))
    await search.photos(id, { words: 'sky', shape: 'any', page: 1 }, key)
    return ok(`${label} accepts the key.`)
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error
    const { fault, status, code } = error
    if (fault === 'client') return wrong(`${label} rejects the key (${status}).`, `Set ${KEYS[id]} to valid values.`)
    if (fault === 'wait')
      return warning(`${label} allows no more searches right now.`, 'Searches work again later; repeated ones do already.')
    return warning(`${label} doesn't respond as expected (${code}).`, 'Check its address in the settings, and whether it is out of order.')
  }
}
