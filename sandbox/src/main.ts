import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { parseArgs } from 'node:util'
import { serve } from '@hono/node-server'
import { createSandbox } from './sandbox.ts'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4010' },
    /** Only this machine by default: the sandbox authenticates no one. */
    host: { type: 'string', default: '127.0.0.1' },
    /** The URL of a server on another machine; may be repeated. */
    'product-url': { type: 'string', multiple: true, default: [] },
    /** Where callers see the sandbox, when a proxy in front of it changes the host they ask for. */
    'public-url': { type: 'string' },
    /** Files of a certificate and its key, as PEM: it is served by https then, for programs that speak nothing else. */
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    /** Where people's browsers see it, when that is another address. */
    'browser-url': { type: 'string' },
    /** Whether platforms start in chaos mode; see the README next to this folder. */
    unkind: { type: 'boolean', default: false },
    /** Accounts stay connected when the sandbox restarts. */
    'lasting-tokens': { type: 'boolean', default: false },
    /** The server's webhook URL, without the platform's name. */
    'events-url': { type: 'string' },
    /** The folder of mails that the product has no mail server for. */
    outbox: { type: 'string' },
    /** File that stores the Stripe customers. */
    books: { type: 'string' },
    seed: { type: 'string', default: '' },
    /** Ends when the program that started it is gone, however that ended. */
    'until-stdin-closes': { type: 'boolean', default: false },
    fast: { type: 'boolean', default: process.env['SANDBOX_FAST'] === '1' },
  },
})

const app = createSandbox({
  seed: values.seed,
  fast: values.fast,
  productUrls: values['product-url'],
  publicUrl: values['public-url'],
  browserUrl: values['browser-url'],
  chaos: values.unkind,
  eventsUrl: values['events-url'],
  lasting: values['lasting-tokens'],
  outbox: values.outbox,
  booksFile: values.books,
})
const { 'tls-cert': cert, 'tls-key': key } = values
const tls =
  cert !== undefined && key !== undefined ? { createServer, serverOptions: { cert: readFileSync(cert), key: readFileSync(key) } } : {}
const server = serve({ fetch: app.fetch, port: Number(values.port), hostname: values.host, ...tls }, (info) => {
  process.stdout.write(`sandbox ready on ${info.port}\n`)
})

server.on('error', (error: NodeJS.ErrnoException) => {
  process.stderr.write(
    error.code === 'EADDRINUSE' ? `The sandbox's port ${values.port} is taken.\n` : `The sandbox cannot start: ${error.message}\n`,
  )
  process.exit(1)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // Open streams would keep the process alive.
    server.close(() => void app.written().then(() => process.exit(0)))
    if ('closeAllConnections' in server) server.closeAllConnections()
  })
}

if (values['until-stdin-closes']) process.stdin.on('end', () => void app.written().then(() => process.exit(0))).resume()
