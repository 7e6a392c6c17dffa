import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { programOf } from './needed-programs.ts'
import type { Place } from './place.ts'
import type { ClusterNode } from './postgres-cluster.ts'
import { isListening } from './listening.ts'
import { runProgram, type RunningProgram } from './running-program.ts'
import { until } from './until.ts'

export interface BalancedPorts {
  /** Where people come, and the web processes that serve them. */
  front: number
  webs: readonly number[]
  /** Where the database is asked for, and the nodes of which one leads; nothing to balance where there is one PostgreSQL. */
  database: { port: number; nodes: readonly Pick<ClusterNode, 'name' | 'port' | 'restPort'>[] } | null
}

/** What people read while no web process can answer: as the product would say it. */
const AWAY = JSON.stringify({ error: { code: 'UNAVAILABLE', message: 'The server is not ready yet. Please try again in a moment.' } })
const STATUSES = { 502: 'Bad Gateway', 503: 'Service Unavailable', 504: 'Gateway Timeout' }

/** haproxy: to whichever web process is well, and to whichever node Patroni says leads. */
export async function startBalancer(place: Place, ports: BalancedPorts): Promise<RunningProgram> {
  const file = join(place.folder, 'haproxy.cfg')
  for (const [status, name] of Object.entries(STATUSES)) await writeFile(awayFile(place, status), awayAnswer(status, name))
  await writeFile(file, [...defaults(place), ...frontLines(ports), ...databaseLines(ports), ''].join('\n'))
  const balancer = runProgram({
    name: 'haproxy',
    command: programOf(place.programs, 'haproxy'),
    args: ['-db', '-f', file],
    logFile: join(place.folder, 'haproxy.log'),
  })
  const { signal } = place
  const stopped = async (error: unknown) => {
    await balancer.kill()
    throw error
  }
  await until(() => isListening(ports.front), { what: 'haproxy', mostMs: 20_000, signal, needs: balancer.ended }).catch(stopped)
  return balancer
}

const awayFile = ({ folder }: Place, status: string) => join(folder, `away-${status}.http`)

function awayAnswer(status: string, name: string): string {
  const headers = ['content-type: application/json', 'cache-control: no-store', 'retry-after: 2', `content-length: ${AWAY.length}`]
  return [`HTTP/1.1 ${status} ${name}`, ...headers, '', AWAY].join('\r\n')
}

function defaults(place: Place): string[] {
  const away = Object.keys(STATUSES).map((status) => `  errorfile ${status} ${awayFile(place, status)}`)
  return [
    'global',
    '  maxconn 4000',
    'defaults',
    '  timeout connect 3s',
    '  timeout client 5m',
    '  timeout server 5m',
    '  timeout check 3s',
    ...away,
  ]
}

function frontLines({ front, webs }: BalancedPorts): string[] {
  return [
    'listen front',
    `  bind 127.0.0.1:${front}`,
    '  mode http',
    '  balance roundrobin',
    '  option redispatch 1',
    '  retries 3',
    // What was not answered may have been done: only what asks and changes nothing is asked again elsewhere.
    '  retry-on conn-failure empty-response',
    '  http-request disable-l7-retry unless METH_GET',
    '  option httpchk',
    // A request without a host is no request to the product.
    '  http-check send meth GET uri /healthz ver HTTP/1.1 hdr host balancer',
    '  http-check expect status 200',
    '  default-server inter 300ms fall 2 rise 1',
    ...webs.map((port, at) => `  server web${at + 1} 127.0.0.1:${port} check`),
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
