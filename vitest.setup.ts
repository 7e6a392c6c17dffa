import { format } from 'node:util'
import fc from 'fast-check'
import { afterEach, beforeEach, expect } from 'vitest'

const watched = ['log', 'info', 'warn', 'error', 'debug'] as const
const original = Object.fromEntries(watched.map((method) => [method, console[method]])) as Pick<Console, (typeof watched)[number]>
let unexpected: string[] = []

// The same cases in every run: what fails here fails for everyone. PROPERTY_RUNS looks further, each time at other cases.
const runs = process.env['PROPERTY_RUNS']
fc.configureGlobal(runs === undefined ? { seed: 916 } : { numRuns: Number(runs) })

// Test output is either a defect or noise that hides the next one. A test that expects output spies on the method itself.
beforeEach(() => {
  unexpected = []
  for (const method of watched) {
    console[method] = (...values: unknown[]) => {
      unexpected.push(`console.${method}: ${format(...values)}`)
    }
  }
})

afterEach(() => {
  Object.assign(console, original)
  expect(unexpected, 'A test must not print to the console').toEqual([])
})
