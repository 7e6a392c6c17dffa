import type { ChildProcess } from 'node:child_process'
import { subscribe } from 'node:diagnostics_channel'
import { createVitest, type TestSpecification } from 'vitest/node'

const workers = new Set<ChildProcess>()

/** Vitest cannot end a worker that turns round in a loop: its process is known from here. */
function watchWorkers(): void {
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: ChildProcess }
    setImmediate(() => {
      if (!child.spawnargs?.some((it) => /vitest.dist.workers/.test(it))) return
      workers.add(child)
      child.once('exit', () => workers.delete(child))
    })
  })
}

export interface TestHost {
  /** The test files below these paths. */
  find(paths: readonly string[]): Promise<TestSpecification[]>
  run(file: TestSpecification, timeoutMs: number): Promise<'passed' | 'failed' | 'too long'>
  /** Reads a source again that was changed. */
  forget(path: string): void
  close(): Promise<void>
}

/** One Vitest for a whole run, with one database below it: a mutant costs its tests and nothing else. */
export async function openTestHost(root: string): Promise<TestHost> {
  watchWorkers()
  const vitest = await createVitest('test', { root, watch: false, bail: 1, maxWorkers: 1, pool: 'forks', reporters: [{}] })
  return {
    find: (paths) => vitest.globTestSpecifications(paths.map((path) => `${root}/${path}`)),
    async run(file, timeoutMs) {
      let late = false
      const timer = setTimeout(() => {
        late = true
        for (const worker of workers) worker.kill('SIGKILL')
      }, timeoutMs)
      const { testModules, unhandledErrors } = await vitest.runTestSpecifications([file]).finally(() => clearTimeout(timer))
      if (late) return 'too long'
      const own = testModules.filter(({ moduleId, project }) => moduleId === file.moduleId && project === file.project)
      return unhandledErrors.length === 0 && own.length > 0 && own.every((it) => it.ok()) ? 'passed' : 'failed'
    },
    forget: (path) => vitest.invalidateFile(path),
    close: () => vitest.close(),
  }
}
