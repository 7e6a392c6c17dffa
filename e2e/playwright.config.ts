import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const root = join(import.meta.dirname, '..')

/** A product of its own for each worker, with its sandbox: faults and the demo account are one worker's alone. */
interface Place {
  port: string
  sandboxPort: string
  dataDir: string
}

/** `npm run e2e` provides ports, empty folders and a Chromium. Never use a folder with real data. */
function placesOf(all: string | undefined): Place[] {
  const unnamed = [{ port: '4800', sandboxPort: '4801', dataDir: join(tmpdir(), 'ninesixteen-journeys') }]
  return all === undefined ? unnamed : JSON.parse(all)
}

// One more than there are cores: journeys mostly wait, for their page, for a provider that takes its time, or for a post to go out.
const places = placesOf(process.env.E2E_PLACES).slice(0, availableParallelism() + 1)
const place = places[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? places[0]
if (!place) throw new Error('There is no place to run the product in')
// Tells the journey's helpers where this worker's product is.
Object.assign(process.env, { E2E_PORT: place.port, E2E_SANDBOX_PORT: place.sandboxPort, E2E_DATA_DIR: place.dataDir })
const originOf = ({ port }: Place): string => `http://localhost:${port}`

export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: join(root, 'test-results'),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // One file after another in each: the sandbox's faults hit the next request, of any journey.
  workers: places.length,
  // One second try, which the report names: a machine that is busy with something else must not look like a defect.
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL: originOf(place),
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'dark',
    // Recording slows everything down on two cores: `E2E_TRACE=on npm run e2e -- NAME` shows one journey step by step.
    trace: process.env.E2E_TRACE === 'on' ? 'on' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.NINESIXTEEN_CHROMIUM,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: places.map((one) => ({
    command: `"${process.execPath}" scripts/start.mjs`,
    cwd: root,
    url: originOf(one),
    // `E2E_REUSE=on` drives a product that runs already: quick while a journey is being written.
    reuseExistingServer: process.env.E2E_REUSE === 'on',
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: one.port,
      DATA_DIR: one.dataDir,
      SANDBOX: 'on',
      SANDBOX_PORT: one.sandboxPort,
      PUBLIC_URL: originOf(one),
      // Each journey comes from an address of its own, so that one does not use up another's share of the rate limits.
      TRUST_PROXY: 'true',
      // A provider that falls silent is waited for by a journey.
      AI_SILENCE_SECONDS: '10',
      // The first account of a fresh instance would have the plan, and a page of its own.
      OPERATORS: 'operator@example.org',
      // A journey receives webhooks on this machine.
      WEBHOOKS_ALLOW_PRIVATE: 'on',
      // A model that runs on the developer's machine is none of the journeys'.
      LOCAL_AI_PORTS: '9,9,9,9',
      LOG_LEVEL: 'error',
    },
  })),
})
