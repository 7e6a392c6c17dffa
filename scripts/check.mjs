// npm run check [-- --fix]: format, lint with the import rules, types and unused code. Runs all of them, so that one run shows everything.
import { checkSteps, runStep } from './steps.mjs'

const failed = []
for (const step of checkSteps({ fix: process.argv.includes('--fix') })) {
  if (!(await runStep(step))) failed.push(step.name)
}
process.stdout.write(failed.length === 0 ? 'All checks pass.\n' : `Failed: ${failed.join(', ')}\n`)
process.exitCode = failed.length === 0 ? 0 : 1
