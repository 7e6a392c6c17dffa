import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const root = join(import.meta.dirname, '..')
const port = process.env.E2E_PORT ?? '4800'
const sandboxPort = process.env.E2E_SANDBOX_PORT ?? '4801'
const origin = `http://localhost:${port}`

/** `npm run e2e` sets it to an empty folder, as it finds the ports and a Chromium. Never the folder of somebody's own work. */
const dataDir = process.env.E2E_DATA_DIR ?? join(tmpdir(), 'ninesixteen-journeys')

export default defineConfig({
  testMatch: '**/*.spec.ts',
  outputDir: join(root, 'test-results'),
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // One at a time: the sandbox's faults hit whoever asks next.
  workers: 1,
  // One second try, which the report names: a machine that is busy with something else must not look like a defect.
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
  use: {
    baseURL: origin,
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'UTC',
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
  webServer: {
    command: `"${process.execPath}" scripts/start.mjs`,
    cwd: root,
    url: origin,
    timeout: 180_000,
    stdout: 'ignore',
    stderr: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    env: {
      PORT: port,
      DATA_DIR: dataDir,
      SANDBOX: 'on',
      SANDBOX_PORT: sandboxPort,
      PUBLIC_URL: origin,
      // Each journey comes from an address of its own, so that one does not use up another's share of the rate limits.
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'error',
    },
  },
})
