import { stockConfig, type StockConfig } from '../providers/stock/settings.ts'

/** All services with free photos, imitated by the sandbox at this URL. */
export function sandboxStock(sandboxUrl: string): StockConfig {
  const urls = { openverse: undefined, pexels: undefined, pixabay: undefined }
  return stockConfig({ urls, keys: {}, client: null, isImitated: () => true, sandboxUrl })
}
