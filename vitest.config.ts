import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { keepTemporaryFilesInMemory } from './scripts/setup.mjs'
import { contractData } from './web/plugins/contract.ts'

const setupFiles = ['./vitest.setup.ts']

// Most processes import the same packages: what one of them compiled, the next one reads.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '.cache/compiled')
keepTemporaryFilesInMemory()

/** The slowest first, in this order: at the end one of them would run alone while the other workers are idle. */
const LONG = [
  /publishing\/chaos|drill\/fleet/,
  /publishing\/faults|bootstrap\/(commands|fleet|rolling-upgrade|released-folders)|database-copy\/|backup\/|photos\/uploads|auth\/guessing/,
  /./,
]

const { sort: usual } = BaseSequencer.prototype

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = ({ moduleId }: TestSpecification): number => LONG.findIndex((names) => names.test(moduleId))
    return (await usual.call(this, files)).toSorted((one, other) => turn(one) - turn(other))
  }
}

/**
 * Test files share processes, because starting one and importing the server takes longer than most of them do. Each test restores what it changes
 * in the process (a clock, the environment). The page's files get fresh modules, because those have stores.
 */
const shared = { isolate: false }

// Two workers: the tests have to be as quick on a laptop of two cores as they can be, and PostgreSQL and Chromium want some of it.
export default defineConfig({
  test: {
    maxWorkers: 2,
    tags: [{ name: 'long', description: 'Takes seconds. npm test leaves it out, npm run test:all runs it.' }],
    sequence: { sequencer: LongFirst },
    // Far above what any of them takes: on a busy machine a test is to be late, not wrong.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
    restoreMocks: true,
    unstubEnvs: true,
    projects: [
      {
        extends: true,
        test: { ...shared, name: 'shared', setupFiles, environment: 'node', include: ['{shared,sandbox}/src/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { ...shared, name: 'tooling', setupFiles, environment: 'node', include: ['{bench,lint,scripts}/**/*.test.ts'] },
      },
      {
        extends: true,
        test: {
          ...shared,
          name: 'server',
          setupFiles: ['./server/src/testing/quick-imports.setup.ts', ...setupFiles],
          environment: 'node',
          globalSetup: ['./server/src/testing/global-setup.ts'],
          include: ['server/src/**/*.test.ts'],
        },
      },
      {
        extends: true,
        plugins: [contractData()],
        test: {
          ...shared,
          name: 'web',
          setupFiles: ['./web/fresh-modules.setup.ts', ...setupFiles],
          environment: 'node',
          include: ['web/{src,plugins}/**/*.test.{ts,tsx}'],
        },
      },
    ],
  },
})
