// npm run dev: the server, started again when its sources change, and the page with reload on change, both under this Node 24.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ensureBuilt } from './build.mjs'
import { fail, root } from './setup.mjs'

const port = process.env.PORT ?? '3000'
const webPort = process.env.WEB_PORT ?? '5173'
const vite = join(dirname(createRequire(join(root, 'web/package.json')).resolve('vite/package.json')), 'bin/vite.js')

try {
  ensureBuilt(process.execPath)
} catch (error) {
  fail(error)
}

process.stdout.write(`The page with reload on change: http://localhost:${webPort}\n`)
const children = [
  start(['--watch', '--watch-preserve-output', join(root, 'server/src/main.ts')], {
    PORT: port,
    PUBLIC_URL: process.env.PUBLIC_URL ?? `http://localhost:${webPort}`,
  }),
  start([vite, 'web', '--port', webPort, '--strictPort', '--clearScreen', 'false'], { NINESIXTEEN_SERVER: `http://localhost:${port}` }),
]

function start(args, env) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } })
  // One without the other is of no use.
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM')
    process.exitCode ||= code ?? 1
  })
  return child
}

// The terminal tells the children as well; this only must not end before them.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => children.forEach((child) => child.kill('SIGTERM')))
