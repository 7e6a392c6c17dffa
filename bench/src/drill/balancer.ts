import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type DrillContext, programOf } from './needed-programs.ts'
import type { ClusterNode } from './postgres-cluster.ts'
import { isListening, type RunningProgram, runProgram } from './running-program.ts'
import { until } from './until.ts'

export interface BalancedPorts {
  /** Where users come, and the web processes that serve them. */
  front: number
  webs: readonly number[]
  /** Where the database is asked for, and the nodes of which one leads; nothing to balance where there is one PostgreSQL. */
  database: { port: number; nodes: readonly Pick<ClusterNode, 'name' | 'port' | 'restPort'>[] } | null
}

export interface Balancer extends RunningProgram {
  /** Whether new requests go to a web process; existing ones may stay. */
  serve(web: { name: string }, does: boolean): Promise<void>
}

/** The page while no web process can answer, in the product's words. */
const AWAY = JSON.stringify({ error: { code: 'UNAVAILABLE', message: 'The server is not ready yet. Please try again in a moment.' } })
const STATUSES = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' }

/** haproxy: to whichever web process is well, and to whichever node Patroni says leads. */
export async function startBalancer(context: DrillContext, ports: BalancedPorts): Promise<Balancer> {
  const file = join(context.folder, 'haproxy.cfg')
  for (const [status, name] of Object.entries(STATUSES)) await writeFile(awayFile(context, status), awayAnswer(status, name))
  await writeFile(file, [...defaults(context), ...frontLines(ports), ...databaseLines(ports), ''].join('\n'))
  const balancer = runProgram({
    name: 'haproxy',
    command: programOf(context.programs, 'haproxy'),
    args: ['-db', '-f', file],
    logFile: join(context.folder, 'haproxy.log'),
  })
  const { signal } = context
  const stopped = async (error: unknown) => {
    await balancer.kill()
    throw error
  }
  await until(() => isListening(ports.front), { what: 'haproxy', mostMs: 20_000, signal, needs: balancer.ended }).catch(stopped)
  const serve: Balancer['serve'] = ({ name }, does) => tellBalancer(context, `set server front/${name} state ${does ? 'ready' : 'drain'}`)
  return { ...balancer, serve }
}

const commands = ({ folder }: DrillContext): string => join(folder, 'haproxy.sock')

async function tellBalancer(context: DrillContext, command: string): Promise<void> {
  const socket = connect(commands(context))
  socket.end(`${command}\n`)
  let said = ''
  socket.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await once(socket, 'close')
  if (said.trim() !== '') throw new Error(`haproxy said: ${said.trim()}`)
}

const awayFile = ({ folder }: DrillContext, status: string) => join(folder, `away-${status}.http`)

function awayAnswer(status: string, name: string): string {
  const headers = ['content-type: application/json', 'cache-control: no-store', 'retry-after: 2', `content-length: ${AWAY.length}`]
  return [`HTTP/1.1 ${status} ${name}`, ...headers, '', AWAY].join('\r\n')
}

function defaults(context: DrillContext): string[] {
  const away = Object.keys(STATUSES).map((status) => `  errorfile ${status} ${awayFile(context, status)}`)
  return [
    'global',
    '  maxconn 4000',
    `  stats socket ${commands(context)} mode 600 level admin`,
    'defaults',
    '  timeout connect 3s',
    '  timeout client 5m',
    '  timeout server 5m',
    '  timeout check 3s',
    ...away,
  ]
}

function frontLines({ front, webs }: BalancedPorts): string[] {
  // A request without a response may have been processed: only reads are retried elsewhere.
  const asking = (retryOn: string) => ['  retries 3', `  retry-on ${retryOn}`, '  http-request disable-l7-retry unless METH_GET']
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
    ...asking('conn-failure empty-response'),
    '  option httpchk',
    // A request without a host is no request to the product.
    '  http-check send meth GET uri /healthz ver HTTP/1.1 hdr host balancer',
    '  http-check expect status 200',
    '  default-server inter 300ms fall 2 rise 1',
    ...webs.map((port, at) => `  server web${at + 1} 127.0.0.1:${port} check`),
    // In the middle of an upgrade only processes of a page's own release have its parts.
    'backend parts',
    '  mode http',
    '  balance roundrobin',
    '  option redispatch 1',
    ...asking('conn-failure empty-response 404'),
    ...webs.map((port, at) => `  server web${at + 1} 127.0.0.1:${port} track front/web${at + 1}`),
  ]
}

function databaseLines({ database }: BalancedPorts): string[] {
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
