import type { ClientKeys } from '../platforms/account.ts'
import { stockConfig, type StockConfig } from '../providers/stock/settings.ts'
import { imageDefaults, imagesSettings, type ImageDefaults, type ImagesConfig } from './images.ts'
import type { SettingValues } from './read-settings.ts'

interface Environment {
  client: ClientKeys | null
  /** Whether the sandbox stands in for the AI server. */
  isTrial: boolean
  url: string
}

/** In real use, made-up photos would be worse than none: only an instance whose AI is imitated gets the sandbox's. */
function stockSettings(set: SettingValues, { client, isTrial, url }: Environment): StockConfig {
  return stockConfig({
    urls: { openverse: set.OPENVERSE_URL, pexels: set.PEXELS_URL, pixabay: set.PIXABAY_URL },
    keys: { pexels: set.PEXELS_API_KEY, pixabay: set.PIXABAY_API_KEY },
    client: client && { id: client.key, secret: client.secret },
    isImitated: (hasSettings) => set.SANDBOX === 'on' || (isTrial && !hasSettings),
    sandboxUrl: url,
  })
}

/** Services with free photos, and the images API. */
export function photoSettings(
  set: SettingValues,
  environment: Environment,
): { stock: StockConfig; images: ImagesConfig | null; imageDefaults: ImageDefaults } {
  return { stock: stockSettings(set, environment), images: imagesSettings(set, environment), imageDefaults: imageDefaults(set) }
}
