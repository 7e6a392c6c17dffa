import { loadConfig, type Environment } from '../config.ts'
import { startProduct } from '../process/product.ts'
import { sandboxTiktok } from '../providers/tiktok/settings.ts'
import { sandboxTumblr } from '../providers/tumblr/settings.ts'

/* The product as a process of its own whose platforms and AI are a sandbox that somebody else runs. Ends in order on SIGTERM. */

export interface ProductOrder {
  env: Environment
  sandboxUrl: string
}

const { env, sandboxUrl } = JSON.parse(process.argv[2] ?? '') as ProductOrder
const given = loadConfig({ ...env, SANDBOX: 'off', OPENAI_BASE_URL: `${sandboxUrl}/openai/v1`, OPENAI_API_KEY: 'sk-test' })
const platforms = { tiktok: sandboxTiktok(sandboxUrl, sandboxUrl), tumblr: sandboxTumblr(sandboxUrl, sandboxUrl) }
const product = await startProduct({ ...given, platforms })
process.stdout.write('ready\n')
await new Promise<void>((resolve) => process.once('SIGTERM', () => resolve()))
await product.stop()
process.stdout.write('stopped\n')
process.exit(0)
