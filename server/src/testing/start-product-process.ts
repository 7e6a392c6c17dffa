import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProductOptions } from './product-order.ts'

const PROGRAM = join(import.meta.dirname, 'product-process.ts')
const QUICK = join(import.meta.dirname, 'quick-imports.setup.ts')

/** A running product process. */
export interface ProductProcess {
  child: ChildProcess
  url: string
  ready: Promise<void>
  /** Exit code, or null after a signal. */
  ended: Promise<number | null>
  /** Log lines at `warn` and above, and all other output. */
  output(): string
}

/** Starts the product; the caller stops it. */
export function startProductProcess(order: ProductOptions, url: string): ProductProcess {
  const child = spawn(process.execPath, ['--import', QUICK, PROGRAM, JSON.stringify(order)], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  const ended = once(child, 'close').then(([code]: (number | null)[]) => code ?? null)
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        if (said.includes('ready\n')) resolve()
      })
    void ended.then((code) => reject(new Error(`The process ended with ${code} before it was ready:\n${said}`)))
  })
  return { child, url, ended, ready, output: () => said }
}
