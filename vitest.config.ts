import { defineConfig } from 'vitest/config'

const setupFiles = ['./vitest.setup.ts']

// Two workers: the tests have to be as quick on a laptop of two cores as they can be, and PostgreSQL and Chromium want some of it.
export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      { extends: true, test: { name: 'shared', setupFiles, environment: 'node', include: ['{shared,sandbox}/src/**/*.test.ts'] } },
      { extends: true, test: { name: 'tooling', setupFiles, environment: 'node', include: ['{bench,lint,scripts}/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'server',
          setupFiles,
          environment: 'node',
          globalSetup: ['./server/src/testing/global-setup.ts'],
          include: ['server/src/**/*.test.ts'],
        },
      },
      { extends: true, test: { name: 'web', setupFiles, environment: 'node', include: ['web/{src,plugins}/**/*.test.{ts,tsx}'] } },
    ],
  },
})
