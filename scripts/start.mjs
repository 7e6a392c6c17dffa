// npm start: installs what is missing, builds what has changed, then runs the product under Node 24. Runs on Node 20.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { ensureNode24, ensurePackages, fail, root } from './setup.mjs'

/**
 * The heap's young generation at most 24 MB: left alone it grows to three times that in the first minute and never shrinks, which at rest is a
 * third of the product's memory. Requests make little garbage, so that collecting it more often is not felt.
 */
const command = ['--max-semi-space-size=8', join(root, 'server/src/main.ts')]

try {
  ensurePackages()
  const node = ensureNode24()
  ensureBuilt(node)
  run(node)
} catch (error) {
  fail(error)
}

/** Becomes the product where Node can replace its own process; else stays as a thin parent that passes signals on. */
function run(node) {
  const env = {
    ...process.env,
    // Node's compile cache saves 40 % of the work of each start.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, '.cache', 'compiled'),
    // glibc gives every thread a heap of its own: pictures leave holes in each of them, some 40 MB after the first two dozen.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
    // Pictures go back to the system as soon as they are done with: a video on the server takes 70 MB less.
    MALLOC_MMAP_THRESHOLD_: process.env['MALLOC_MMAP_THRESHOLD_'] ?? '1048576',
  }
  if (node === process.execPath && process.execve) return process.execve(node, [node, ...command], env)
  // By the channel the product notices when this parent is killed, and ends in order.
  const child = spawn(node, command, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  process.on('SIGINT', () => child.kill('SIGINT'))
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGHUP', () => child.kill('SIGTERM'))
  child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
}
