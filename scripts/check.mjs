// npm run check [-- --fix]: format, lint with the import rules, types and unused code. Runs all of them, so that one run shows everything.
import { SERVER_LAYERS } from '../lint/server-layers.ts'
import { WEB_LAYERS } from '../lint/import-fault.ts'
import { checkSteps, runStep } from './steps.mjs'

const failed = []
for (const step of checkSteps({ fix: process.argv.includes('--fix') })) {
  if (!(await runStep(step))) failed.push(step.name)
}
const layers = Object.entries(SERVER_LAYERS).map(([layer, folders]) => `${layer} (${folders.split(/\s+/).length})`)
process.stdout.write(`Layers of the server, by folders: ${layers.join(' > ')}; of the page: ${WEB_LAYERS.join(' > ')}.\n`)
process.stdout.write(failed.length === 0 ? 'All checks pass.\n' : `Failed: ${failed.join(', ')}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
