import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ProductOptions } from './product-order.ts'
import { sandboxPlatforms } from './sandbox-platforms.ts'
import { sandboxStock } from './sandbox-stock.ts'

/* Runs the product as a separate process, with platforms and AI from an existing sandbox. SIGTERM shuts it down gracefully. */

interface Sources {
  config: typeof import('../config/config.ts')
  product: typeof import('../bootstrap/start-server.ts')
  google: typeof import('../providers/google/settings.ts')
  tiktok: typeof import('../platforms/tiktok/settings.ts')
  tumblr: typeof import('../platforms/tumblr/settings.ts')
}

/** Paths of the sources in this version and in release 0.2.0. */
const PATHS: Record<keyof Sources, [now: string, before: string]> = {
  config: ['config/config.ts', 'config.ts'],
  product: ['bootstrap/start-server.ts', 'process/product.ts'],
  google: ['providers/google/settings.ts', 'providers/google/settings.ts'],
  tiktok: ['platforms/tiktok/settings.ts', 'providers/tiktok/settings.ts'],
  tumblr: ['platforms/tumblr/settings.ts', 'providers/tumblr/settings.ts'],
}

const { env, sandboxUrl, folder, webEarlier, publishing } = JSON.parse(process.argv[2] ?? '') as ProductOptions
const source = folder === undefined ? join(import.meta.dirname, '..') : join(folder, 'server/src')
const load = async <Name extends keyof Sources>(name: Name): Promise<Sources[Name]> => {
  const paths = PATHS[name].map((path) => join(source, path))
  return (await import(pathToFileURL(paths.find((path) => existsSync(path)) ?? source).href)) as Sources[Name]
}

const { loadConfig } = await load('config')
const config = loadConfig({ ...env, SANDBOX: 'off', OPENAI_BASE_URL: `${sandboxUrl}/openai/v1`, OPENAI_API_KEY: 'sk-test' })
const { sandboxGoogle } = await load('google')
const { sandboxTiktok } = await load('tiktok')
const { sandboxTumblr } = await load('tumblr')
const released = { tiktok: sandboxTiktok(sandboxUrl, sandboxUrl), tumblr: sandboxTumblr(sandboxUrl, sandboxUrl) }
const platforms = folder === undefined ? sandboxPlatforms(sandboxUrl) : { ...config.platforms, ...released }
const started = await load('product')
// Release 0.2.0 names it startProduct.
const startServer =
  'startServer' in started
    ? started.startServer
    : (started as { startProduct: typeof import('../bootstrap/start-server.ts').startServer }).startProduct
const google = sandboxGoogle(sandboxUrl, sandboxUrl)
const stock = sandboxStock(sandboxUrl)
const product = await startServer({ ...config, google, platforms, stock, ...(webEarlier && { webEarlier }) }, publishing)
process.stdout.write('ready\n')
await new Promise<void>((resolve) => process.once('SIGTERM', () => resolve()))
await product.stop()
process.stdout.write('stopped\n')
process.exit(0)
