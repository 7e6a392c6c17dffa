import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type DrillContext, programOf } from './needed-programs.ts'
import type { ClusterNode } from './postgres-cluster.ts'
import { isListening, type RunningProgram, runProgram } from './running-program.ts'
import { until } from './until.ts'

export interface BalancedPorts {
  /** Port for users, and the ports of the web processes. */
  front: number
  webs: readonly number[]
  /** Port for the database and the nodes of its cluster; null with a single PostgreSQL. */
  database: { port: number; nodes: readonly Pick<ClusterNode, 'name' | 'port' | 'restPort'>[] } | null
}

export interface Balancer extends RunningProgram {
  /** Enables or drains a web process. Existing requests continue. */
  serve(web: { name: string }, isEnabled: boolean): Promise<void>
}

/** Response while no web process is available, in the product's format. */
const UNAVAILABLE_BODY = JSON.stringify({
  error: { code: 'UNAVAILABLE', message: 'The server is not ready yet. Please try again in a moment.' },
})
const STATUSES = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' }

/** Starts haproxy, which forwards to healthy web processes and to the leader that Patroni reports. */
export async function startBalancer(context: DrillContext, ports: BalancedPorts): Promise<Balancer> {
  const file = join(context.folder, 'haproxy.cfg')
  for (const [status, name] of Object.entries(STATUSES)) await writeFile(errorFile(context, status), errorResponse(status, name))
  await writeFile(file, [...globalConfig(context), ...frontendConfig(ports), ...databaseConfig(ports), ''].join('\n'))
  const balancer = runProgram({
    name: 'haproxy',
    command: programOf(context.programs, 'haproxy'),
    args: ['-db', '-f', file],
    logFile: join(context.folder, 'haproxy.log'),
  })
  const { signal } = context
  const stopAndThrow = async (error: unknown) => {
    await balancer.kill()
    throw error
  }
  await until(() => isListening(ports.front), { condition: 'haproxy', timeoutMs: 20_000, signal, needs: balancer.ended }).catch(
    stopAndThrow,
  )
  const serve: Balancer['serve'] = ({ name }, isEnabled) =>
    sendBalancerCommand(context, `set server front/${name} state ${isEnabled ? 'ready' : 'drain'}`)
  return { ...balancer, serve }
}

const adminSocket = ({ folder }: DrillContext): string => join(folder, 'haproxy.sock')

async function sendBalancerCommand(context: DrillContext, command: string): Promise<void> {
  const socket = connect(adminSocket(context))
  socket.end(`${command}\n`)
  let reply = ''
  socket.on('data', (chunk: Buffer) => (reply += chunk.toString()))
  await once(socket, 'close')
  if (reply.trim() !== '') throw new Error(`haproxy said: ${reply.trim()}`)
}

const errorFile = ({ folder }: DrillContext, status: string) => join(folder, `away-${status}.http`)

function errorResponse(status: string, name: string): string {
  const headers = [
    'content-type: application/json',
    'cache-control: no-store',
    'retry-after: 2',
    `content-length: ${UNAVAILABLE_BODY.length}`,
  ]
  return [`HTTP/1.1 ${status} ${name}`, ...headers, '', UNAVAILABLE_BODY].join('\r\n')
}

function globalConfig(context: DrillContext): string[] {
  const errorFiles = Object.keys(STATUSES).map((status) => `  errorfile ${status} ${errorFile(context, status)}`)
  return [
    'global',
    '  maxconn 4000',
    `  stats socket ${adminSocket(context)} mode 600 level admin`,
    'defaults',
    '  timeout connect 3s',
    '  timeout client 5m',
    '  timeout server 5m',
    '  timeout check 3s',
    ...errorFiles,
  ]
}

function frontendConfig({ front, webs }: BalancedPorts): string[] {
  // A request without a response may have been processed, so only reads are retried elsewhere.
  const retries = (retryOn: string) => ['  retries 3', `  retry-on ${retryOn}`, '  http-request disable-l7-retry unless METH_GET']
  return [
    'frontend users',
    `  bind 127.0.0.1:${front}`,
    '  mode http',
    '  use_backend parts if { path_beg /assets/ }',
    '  default_backend front',
    'backend front',
    '  mode http',
    '  balance roundrobin',
    '  option redispatch 1',
    ...retries('conn-failure empty-response'),
    '  option httpchk',
    // The product rejects requests without a host.
    '  http-check send meth GET uri /healthz ver HTTP/1.1 hdr host balancer',
    '  http-check expect status 200',
    '  default-server inter 300ms fall 2 rise 1',
    ...webs.map((port, index) => `  server web${index + 1} 127.0.0.1:${port} check`),
    // During an upgrade, only processes of a page's own release have its assets.
    'backend parts',
    '  mode http',
    '  balance roundrobin',
    '  option redispatch 1',
    ...retries('conn-failure empty-response 404'),
    ...webs.map((port, index) => `  server web${index + 1} 127.0.0.1:${port} track front/web${index + 1}`),
  ]
}

function databaseConfig({ database }: BalancedPorts): string[] {
  if (!database) return []
  return [
    'listen database',
    `  bind 127.0.0.1:${database.port}`,
    '  mode tcp',
    '  option httpchk GET /primary',
    '  http-check expect status 200',
    '  default-server inter 1s fall 3 rise 1 on-marked-down shutdown-sessions',
    ...database.nodes.map(({ name, port, restPort }) => `  server ${name} 127.0.0.1:${port} check port ${restPort}`),
  ]
}
