import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ProductOrder } from './product-order.ts'

const PROGRAM = join(import.meta.dirname, 'product-process.ts')
const QUICK = join(import.meta.dirname, 'quick-imports.setup.ts')

/** The product in a process of its own. */
export interface ProductProcess {
  child: ChildProcess
  url: string
  ready: Promise<void>
  /** Its exit code, or null when a signal ended it. */
  ended: Promise<number | null>
  /** What it logged at warning or above, and whatever else it printed. */
  said(): string
}

/** Starts the product with what is ordered. It ends when whoever started it says so. */
export function startProductProcess(order: ProductOrder, url: string): ProductProcess {
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
  return { child, url, ended, ready, said: () => said }
}
