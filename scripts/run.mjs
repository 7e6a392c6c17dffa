// node scripts/run.mjs TASK [arguments]: installs what is missing and runs the task under Node 24.
import { spawn } from 'node:child_process'
import { delimiter, dirname, join } from 'node:path'
import { ensureNode24, ensurePackages, fail, root, SetupError } from './setup.mjs'

/** Scripts of the tasks, which can rely on packages and Node 24. */
const tasks = {
  check: ['scripts/check.mjs'],
  test: ['scripts/test.mjs'],
  'test:all': ['scripts/test.mjs', '--all'],
  docs: ['scripts/docs.mjs'],
  e2e: ['scripts/e2e.mjs'],
  bench: ['bench/src/main.ts'],
  drill: ['bench/src/drill/main.ts'],
  plan: ['server/src/cli/plan.ts'],
  files: ['server/src/cli/files.ts'],
  database: ['server/src/cli/database.ts'],
  backup: ['server/src/cli/backup.ts'],
  restore: ['server/src/cli/restore.ts'],
  verify: ['server/src/cli/verify.ts'],
  post: ['server/src/cli/post.ts'],
  mail: ['server/src/cli/mail.ts'],
  account: ['server/src/cli/account.ts'],
  keys: ['server/src/cli/keys.ts'],
  doctor: ['server/src/cli/doctor.ts'],
  mcp: ['scripts/mcp.mjs'],
  cli: ['scripts/cli.mjs'],
  dev: ['scripts/dev.mjs'],
}

/** Tasks whose paths are those of the user, who may start npm anywhere. */
const tasksOfUserFolder = new Set(['cli'])

function runTask(name, args) {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined
  if (!task) throw new SetupError(`There is no task "${name}": it is one of ${Object.keys(tasks).join(', ')}.`)
  ensurePackages()
  const node = ensureNode24()
  const [script, ...fixed] = task
  const path = `${dirname(node)}${delimiter}${join(root, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`
  const cwd = tasksOfUserFolder.has(name) ? (process.env.INIT_CWD ?? root) : root
  const child = spawn(node, [join(root, script), ...fixed, ...args], { cwd, stdio: 'inherit', env: { ...process.env, PATH: path } })
  // The terminal sends Ctrl-C to the child as well; it decides when it has ended, and this follows.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  child.on('error', (error) => {
    process.stderr.write(`${script} could not be started: ${error.message}\n`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}

try {
  runTask(process.argv[2] ?? '', process.argv.slice(3))
} catch (error) {
  fail(error)
}
