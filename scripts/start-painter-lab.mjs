import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Builds the painter's lab page and serves it on a free port, in a process of its own. */
export async function startPainterLab() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'painter-lab.mjs')], { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port] = /ready on (\d+)$/.exec(line) ?? []
    if (port !== undefined) return { url: `http://127.0.0.1:${port}/`, stop }
  }
  throw new Error('The painter lab ended before it was ready')
}
