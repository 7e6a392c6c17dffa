// npm run e2e [-- arguments of Playwright]: starts the product as `npm start` does, twice, each on a free port with an empty data folder, and
// drives both in Chromium through the journeys.
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, fail } from './setup.mjs'
import { commandOf, runScript } from './steps.mjs'

/** A free port. */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address()
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** Runs the journeys; `reportPath` is where the counts go as JSON. */
export async function runJourneys(args, reportPath) {
  const folder = mkdtempSync(join(tmpdir(), 'ninesixteen-journeys-'))
  const places = []
  for (const name of ['a', 'b']) {
    places.push({ port: String(await freePort()), sandboxPort: String(await freePort()), dataDir: join(folder, name) })
  }
  const env = {
    NINESIXTEEN_CHROMIUM: ensureChromium(),
    E2E_PLACES: JSON.stringify(places),
    ...(reportPath ? { PLAYWRIGHT_JSON_OUTPUT_NAME: reportPath } : {}),
  }
  const reporters = reportPath ? ['--reporter=list,json'] : []
  try {
    return await runScript({
      script: commandOf('@playwright/test', 'playwright'),
      args: ['test', '-c', 'e2e', ...reporters, ...args],
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
