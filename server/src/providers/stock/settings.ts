import { STOCK_SERVICE_IDS, type StockServiceId } from '@ninesixteen/shared/stock/stock-services'

/** A registered client of a service that has OAuth clients instead of keys. */
export interface StockClient {
  id: string
  secret: string
}

export interface StockSettings {
  /** Base URL without a slash at the end. */
  apiUrl: string
  /** The instance's key; null without. */
  key: string | null
  client: StockClient | null
  /** URL prefixes of images that may be on a private address: those of the sandbox, or of the operator's own server. */
  trusted: string[]
  /** Whether the service's published limits and hosts apply: another server at its address has its own. */
  isLimited: boolean
  sandbox: boolean
}

export type StockConfig = Record<StockServiceId, StockSettings>

const API_URLS: Record<StockServiceId, string> = {
  openverse: 'https://api.openverse.org',
  pexels: 'https://api.pexels.com',
  pixabay: 'https://pixabay.com',
}

/** The key that the sandbox accepts. */
const SANDBOX_KEY = 'stock-sandbox-key'

interface Given {
  urls: Record<StockServiceId, string | undefined>
  keys: Partial<Record<StockServiceId, string | undefined>>
  client: StockClient | null
  /** Whether the sandbox imitates a service whose settings are absent. */
  isImitated(hasSettings: boolean): boolean
  sandboxUrl: string
}

export function stockConfig({ urls, keys, client, isImitated, sandboxUrl }: Given): StockConfig {
  const of = (id: StockServiceId): StockSettings => {
    const ownClient = id === 'openverse' ? client : null
    const key = keys[id] ?? null
    if (isImitated(urls[id] !== undefined || key !== null || ownClient !== null)) {
      const apiUrl = `${sandboxUrl}/${id}`
      const sandboxKey = id === 'openverse' ? null : SANDBOX_KEY
      return { apiUrl, key: sandboxKey, client: null, trusted: [`${sandboxUrl}/stock-media/`], isLimited: false, sandbox: true }
    }
    const apiUrl = (urls[id] ?? API_URLS[id]).replace(/\/+$/, '')
    const isLimited = apiUrl === API_URLS[id]
    const trusted = isLimited ? [] : [`${new URL(apiUrl).origin}/`]
    return { apiUrl, key, client: ownClient, trusted, isLimited, sandbox: false }
  }
  return Object.fromEntries(STOCK_SERVICE_IDS.map((id) => [id, of(id)])) as StockConfig
}
