// npm run e2e [-- --quick] [-- arguments of Playwright]: starts the product like `npm start`, up to three times, each on a free port with an empty
// data folder, and runs the journeys on all of them in Chromium. --quick leaves out those tagged @long: every width and theme, parity, lost workers,
// faults in all forms.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, fail, keepTemporaryFilesInMemory } from './setup.mjs'
import { commandOf, runScript } from './steps.mjs'

/** A free port. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Runs the journeys; `reportPath` gets the counts as JSON. */
export async function runJourneys(args, reportPath) {
  keepTemporaryFilesInMemory()
  const folder = mkdtempSync(join(tmpdir(), 'ninesixteen-journeys-'))
  const places = []
  for (const name of ['a', 'b', 'c']) {
    places.push({ port: String(await freePort()), sandboxPort: String(await freePort()), dataDir: join(folder, name) })
  }
  const env = {
    NINESIXTEEN_CHROMIUM: ensureChromium(),
    E2E_PLACES: JSON.stringify(places),
    ...(reportPath ? { PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath } : {}),
  }
  const chosen = args.flatMap((arg) => (arg === '--quick' ? ['--grep-invert', '@long'] : [arg]))
  const reporters = reportPath ? ['--reporter=list,json'] : []
  try {
    return await runScript({
      script: commandOf('@playwright/test', 'playwright'),
      args: ['test', '-c', 'e2e', ...reporters, ...chosen],
      env,
      loud: true,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  try {
    const { ok } = await runJourneys(process.argv.slice(2))
    process.exitCode = ok ? 0 : 1
  } catch (error) {
    fail(error)
  }
}
