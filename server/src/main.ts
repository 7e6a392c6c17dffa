import { flushCompileCache } from 'node:module'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { ConfigError } from './config-error.ts'
import { readConfig } from './config/config.ts'
import { isDatabaseDown, reasonOf } from './db/database-error.ts'
import { enableCompileCache } from './bootstrap/compile-cache.ts'

/** Within this time a second signal is the echo of the first, in milliseconds. */
const SAME_CTRL_C_MS = 1_000

/** The composition root's command: reads the settings, starts everything, and ends everything on a signal. */
async function main(): Promise<void> {
  const config = readConfig()

  // From the first moment: a signal during the start ends what has been started so far.
  let askedAt: number | null = null
  const asked = new Promise<void>((resolve) => {
    const ask = (): void => {
      askedAt ??= performance.now()
      resolve()
    }
    process.on('SIGINT', () => {
      // A second Ctrl-C from somebody who will not wait. The first one comes twice: from the terminal and from npm.
      if (askedAt !== null && performance.now() - askedAt > SAME_CTRL_C_MS) process.exit(130)
      ask()
    })
    process.on('SIGTERM', ask)
    process.on('SIGHUP', ask)
    // The parent that stays where `npm start` cannot become the product: without it nobody could end this.
    process.on('disconnect', ask)
    process.channel?.unref()
  })
  // Not before the settings are known to be good.
  enableCompileCache()
  const { startServer: startProduct } = await import('./bootstrap/start-server.ts')
  const product = await startProduct(config)
  if (askedAt === null) process.stdout.write(`${PRODUCT_NAME} is ready at ${config.publicUrl}\n`)
  // Now, and not only at an orderly end, which may never come.
  flushCompileCache()
  await asked
  await product.stop()
}

try {
  await main()
  process.exit(0)
} catch (error) {
  if (error instanceof ConfigError) process.stderr.write(`${error.message}\n`)
  // What the system refuses, such as a full disk or a folder that may not be written, is for the operator too.
  else if (error instanceof Error && 'syscall' in error) process.stderr.write(`${PRODUCT_NAME} cannot start: ${error.message}.\n`)
  // It may go away at every step of the start.
  else if (isDatabaseDown(error))
    process.stderr.write(
      `${PRODUCT_NAME} stopped: the database does not answer (${reasonOf(error)}). Start it again when the database is back.\n`,
    )
  else throw error
  process.exit(2)
}
