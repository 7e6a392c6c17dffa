import { flushCompileCache } from 'node:module'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { ConfigError } from './config-error.ts'
import { readConfig } from './config/config.ts'
import { isDatabaseDown, reasonOf } from './db/database-error.ts'
import { enableCompileCache } from './bootstrap/compile-cache.ts'

/** Within this time a second signal is an echo of the first, in milliseconds. */
const SAME_CTRL_C_MS = 1_000

/** Entry point: reads the settings, starts everything, and shuts down on a signal. */
async function main(): Promise<void> {
  const config = readConfig()

  // Register signal handlers before startup, so that a signal during startup shuts down what already runs.
  let requestedAt: number | null = null
  const requested = new Promise<void>((resolve) => {
    const requestStop = (): void => {
      requestedAt ??= performance.now()
      resolve()
    }
    process.on('SIGINT', () => {
      // A second Ctrl-C exits immediately. The first one arrives twice: from the terminal and from npm.
      if (requestedAt !== null && performance.now() - requestedAt > SAME_CTRL_C_MS) process.exit(130)
      requestStop()
    })
    process.on('SIGTERM', requestStop)
    process.on('SIGHUP', requestStop)
    // The parent process of `npm start`, where it can't exec the product: without it, no signal could reach this process.
    process.on('disconnect', requestStop)
    process.channel?.unref()
  })
  // After the settings are validated.
  enableCompileCache()
  const { startServer: startProduct } = await import('./bootstrap/start-server.ts')
  const product = await startProduct(config)
  if (requestedAt === null) process.stdout.write(`${PRODUCT_NAME} is ready at ${config.publicUrl}\n`)
  // Now rather than on shutdown, which may never be orderly.
  flushCompileCache()
  await requested
  await product.stop()
}

try {
  await main()
  process.exit(0)
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  // System errors, such as a full disk or missing permissions, are the operator's to fix, too.
  else if (error instanceof Error && 'syscall' in error) process.stderr.write(`${PRODUCT_NAME} cannot start: ${error.message}.\n`)
  // The database may become unreachable at every step of the start.
  else if (isDatabaseDown(error))
    process.stderr.write(
      `${PRODUCT_NAME} stopped: the database does not respond (${reasonOf(error)}). Start it again when the database is back.\n`,
    )
  else throw error
  process.exit(2)
}
