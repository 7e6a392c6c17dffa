import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { type LoadOutcome, type LoadPlan, outcomeSchema } from './plan.ts'

/** Starts a program of this folder under the same Node, with JSON on its standard input. */
export function startProgram(program: URL, input: unknown): ChildProcess {
  const child = spawn(process.execPath, [fileURLToPath(program)], { stdio: ['pipe', 'pipe', 'inherit'] })
  child.stdin?.end(JSON.stringify(input))
  return child
}

/** Sends a plan's requests from a separate process. */
export async function sendLoad(plan: LoadPlan): Promise<LoadOutcome> {
  const child = startProgram(new URL('./generator.ts', import.meta.url), plan)
  const [output] = await Promise.all([child.stdout ? text(child.stdout) : '', once(child, 'exit')])
  return outcomeSchema.parse(JSON.parse(output))
}

export function failuresOf({ failures }: LoadOutcome): number {
  return Object.values(failures).reduce((sum, count) => sum + count, 0)
}
