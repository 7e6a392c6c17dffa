// The steps that `npm run check` and `npm test` go through: each is a name and a command; a quiet step prints only when it fails.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { checkLicences } from './licences.mjs'
import { root } from './setup.mjs'

const require = createRequire(join(root, 'package.json'))

/** The script behind a command of an installed package, to be run by this Node on every system. */
export function commandOf(name, command = name) {
  const manifestPath = join(root, 'node_modules', ...name.split('/'), 'package.json')
  const { bin } = require(manifestPath)
  return join(dirname(manifestPath), typeof bin === 'string' ? bin : bin[command])
}

/** Runs a step and prints its name and time; true when it went well. A step is `{ name, script, args }` or `{ name, run }`. */
export async function runStep(step) {
  const startedAt = performance.now()
  const outcome = step.run ? await step.run() : await runScript(step)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  process.stdout.write(`${outcome.ok ? '  ok    ' : '  FAILED'}  ${step.name.padEnd(28)} ${seconds.padStart(6)} s\n`)
  if (!outcome.ok && outcome.output) process.stdout.write(`\n${outcome.output.trimEnd()}\n\n`)
  return outcome.ok
}

/** Runs a script of ours or of a package with this Node; shows its output only on failure, unless the step is `loud`. */
export function runScript({ script, args = [], env = {}, loud = false }) {
  return new Promise((resolve, reject) => {
    const stdio = loud ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe']
    const child = spawn(process.execPath, [script, ...args], { cwd: root, stdio, env: { ...process.env, CI: 'true', ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ ok: code === 0, output }))
  })
}

const typeProjects = ['tsconfig.tests.json', 'shared', 'server', 'web', 'web/tsconfig.node.json', 'sandbox', 'e2e', 'bench', 'lint']

/** Format, lint with the import rules, types and unused code: what needs no build and no database. */
export function checkSteps({ fix = false } = {}) {
  return [
    { name: 'lock file names hashes and no host', run: checkLockFile },
    { name: 'licences of what is shipped', run: checkLicences },
    { name: 'format', script: commandOf('oxfmt'), args: fix ? ['.'] : ['--check', '.'] },
    { name: 'lint and import rules', script: commandOf('oxlint'), args: fix ? ['--fix'] : [] },
    { name: 'types', run: checkTypes },
    { name: 'unused code', script: commandOf('knip'), args: ['--no-progress'] },
    { name: 'generated documents', script: join(root, 'scripts', 'docs.mjs'), args: fix ? [] : ['--check'] },
  ]
}

/** Builds for other systems which the registry that the lock file was made with did not hold: npm knew no hash of them. */
const unhashed = /^node_modules\/(@napi-rs\/canvas-|@oxc-parser\/binding-|@oxfmt\/binding-|@oxlint\/binding-|@oxlint-tsgolint\/)/

/**
 * A lock file with addresses works only where these are reachable; without them npm takes the registry it is configured with. Without a
 * hash npm takes whatever that registry sends.
 */
function checkLockFile() {
  const packages = Object.entries(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages)
  const named = packages.filter(([, entry]) => entry.resolved?.includes('://'))
  const isFree = ([path, entry]) => !path.includes('node_modules/') || entry.link || entry.integrity
  const open = packages.filter((it) => !isFree(it) && !(it[1].optional && unhashed.test(it[0])))
  const list = (found) => found.slice(0, 5).map(([path]) => `  ${path}\n`)
  const output = [
    ...(named.length > 0 ? [`package-lock.json names a registry for ${named.length} packages:\n`, ...list(named)] : []),
    ...(named.length > 0 ? ['Run npm install with omit-lockfile-registry-resolved=true.\n'] : []),
    ...(open.length > 0 ? [`package-lock.json has no hash for ${open.length} packages:\n`, ...list(open)] : []),
  ].join('')
  return { ok: output === '', output }
}

async function checkTypes() {
  const outcomes = []
  const projects = typeProjects.values()
  const check = async () => {
    for (const project of projects)
      outcomes.push(await runScript({ script: commandOf('typescript', 'tsc'), args: ['-p', project, '--pretty', 'false'] }))
  }
  // Two at a time, as the compiler is of one thread.
  await Promise.all([check(), check()])
  return { ok: outcomes.every((it) => it.ok), output: outcomes.map((it) => it.output).join('') }
}
