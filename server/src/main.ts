import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { loadEnvFile } from 'node:process'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { ConfigError, loadConfig } from './config.ts'
import './process/quick-imports.ts'

/** The composition root's command: reads the settings, starts everything, and ends everything on a signal. */
async function main(): Promise<void> {
  const envFile = join(import.meta.dirname, '../../.env')
  if (existsSync(envFile)) loadEnvFile(envFile)
  const config = loadConfig(process.env)

  // From the first moment: a signal during the start ends what has been started so far.
  let signalled = false
  const asked = new Promise<void>((resolve) => {
    const ask = (): void => {
      // A second Ctrl-C from somebody who will not wait.
      if (signalled) process.exit(130)
      signalled = true
      resolve()
    }
    process.on('SIGINT', ask)
    process.on('SIGTERM', ask)
  })
  // Not before the settings are known to be good, and behind the hook of quick-imports.
  const { startProduct } = await import('./process/product.ts')
  const product = await startProduct(config)
  if (!signalled) process.stdout.write(`${PRODUCT_NAME} is ready at ${config.publicUrl}\n`)
  await asked
  await product.stop()
}

try {
  await main()
  process.exit(0)
} catch (error) {
  if (!(error instanceof ConfigError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(2)
}
