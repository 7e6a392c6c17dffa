import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { chooseRunner } from '@ninesixteen/server/testing/ordinary-user'
import { freePort } from '../product.ts'
import { type DrillContext, programOf } from './needed-programs.ts'
import { childrenOf, isAlive } from '../processes.ts'
import { type RunningProgram, runProgram } from './running-program.ts'
import { until } from './until.ts'

const NODES = 3
export const USER = 'ninesixteen'
/** Timeout for the first election, for copying the first node and for each return, in milliseconds. */
const READY_MS = 120_000
const REQUEST_MS = 2_000
/** Patroni's lease of the leader, polling interval and timeout, in seconds. Nearly its smallest values. */
const PACE = { ttl: 20, loop_wait: 2, retry_timeout: 5 }

/** A PostgreSQL node and its Patroni. */
export interface ClusterNode {
  name: string
  folder: string
  port: number
  restPort: number
  patroni: RunningProgram
}

export interface Cluster {
  nodes: ClusterNode[]
  /** Kills the leader like a power failure: Patroni and all processes of PostgreSQL at once. */
  killLeader(): Promise<ClusterNode>
  /** Restarts a killed node and waits until it follows the leader. */
  revive(node: ClusterNode): Promise<void>
  stop(): Promise<void>
}

/** Starts etcd and three nodes. A write is acknowledged once two nodes have it. */
export async function startCluster(context: DrillContext): Promise<Cluster> {
  const etcdPort = await freePort()
  const etcd = await startEtcd(context, etcdPort)
  const nodes: ClusterNode[] = []
  const runner = await chooseRunner(programOf(context.programs, 'postgres'))
  const start = ({ name, folder }: Pick<ClusterNode, 'name' | 'folder'>): RunningProgram =>
    runProgram({
      name: `Patroni of ${name}`,
      command: programOf(context.programs, 'patroni'),
      args: [join(folder, 'patroni.json')],
      logFile: join(folder, 'patroni.log'),
      start: (command, args, options) => runner.start(command, args, options),
    })
  const cluster: Cluster = {
    nodes,
    async killLeader() {
      const leader = await leaderOf(nodes)
      if (!leader) throw new Error('No node leads')
      const postmaster = await postmasterOf(leader)
      const processes = postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)]
      leader.patroni.child.kill('SIGKILL')
      for (const pid of processes) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
      await leader.patroni.kill()
      return leader
    },
    async revive(node) {
      node.patroni = start(node)
      const isMember = async () => (await statusOf(node, '/replica')) === 200 || (await statusOf(node, '/primary')) === 200
      await until(isMember, {
        condition: `The return of ${node.name}`,
        timeoutMs: READY_MS,
        signal: context.signal,
        needs: node.patroni.ended,
      })
    },
    async stop() {
      // Stops all nodes at once, because the last one would wait for the others.
      const postmasters = await Promise.all(nodes.map(postmasterOf))
      await Promise.all(nodes.map(({ patroni }) => patroni.kill()))
      for (const pid of postmasters) if (pid !== null && isAlive(pid)) process.kill(pid, 'SIGQUIT')
      const neverAborts = new AbortController().signal
      for (const pid of postmasters)
        if (pid !== null)
          await until(async () => !isAlive(pid), { condition: 'The end of PostgreSQL', timeoutMs: 30_000, signal: neverAborts })
      await etcd.kill()
    },
  }
  try {
    for (let number = 1; number <= NODES; number += 1) {
      const node = {
        name: `node${number}`,
        folder: join(context.folder, `node${number}`),
        port: await freePort(),
        restPort: await freePort(),
      }
      await writeNode(context, node, etcdPort)
      if (runner.owner !== null) await chown(node.folder, runner.owner, runner.owner)
      nodes.push({ ...node, patroni: start(node) })
    }
    const isReady = async () =>
      (await leaderOf(nodes)) !== null && (await Promise.all(nodes.map((node) => statusOf(node, '/sync')))).includes(200)
    await until(isReady, {
      condition: 'A leader and a node in step with it',
      timeoutMs: READY_MS,
      signal: context.signal,
      needs: endOfAny(nodes),
    })
    return cluster
  } catch (error) {
    await cluster.stop()
    throw error
  }
}

const endOfAny = (nodes: readonly ClusterNode[]): Promise<void> => Promise.race(nodes.map(({ patroni }) => patroni.ended))

async function startEtcd({ programs, folder, signal }: DrillContext, port: number): Promise<RunningProgram> {
  const [url, peers] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`]
  const settings = {
    'data-dir': join(folder, 'etcd'),
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `default=${peers}`,
  }
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const etcd = runProgram({ name: 'etcd', command: programOf(programs, 'etcd'), args, logFile: join(folder, 'etcd.log') })
  const isHealthy = async () => (await fetch(`${url}/health`, { signal: AbortSignal.timeout(REQUEST_MS) })).ok
  await until(isHealthy, { condition: 'etcd', timeoutMs: 30_000, signal, needs: etcd.ended }).catch(async (error: unknown) => {
    await etcd.kill()
    throw error
  })
  return etcd
}

/** Writes JSON, which Patroni reads as YAML. */
async function writeNode({ programs }: DrillContext, node: Omit<ClusterNode, 'patroni'>, etcdPort: number): Promise<void> {
  await mkdir(node.folder, { mode: 0o700 })
  const [address, rest] = [`127.0.0.1:${node.port}`, `127.0.0.1:${node.restPort}`]
  const everyone = ['local all all trust', 'host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust']
  const settings = {
    scope: 'drill',
    name: node.name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ...PACE,
        synchronous_mode: true,
        // Without a second node, no write is acknowledged.
        synchronous_mode_strict: true,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: { max_connections: 200, shared_buffers: '64MB' } },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
    },
    postgresql: {
      listen: address,
      connect_address: address,
      data_dir: join(node.folder, 'data'),
      bin_dir: dirname(programOf(programs, 'postgres')),
      pgpass: join(node.folder, 'pgpass'),
      pg_hba: everyone,
      authentication: {
        superuser: { username: USER, password: USER },
        replication: { username: 'replicator', password: 'replicator' },
      },
      parameters: { unix_socket_directories: node.folder },
    },
  }
  await writeFile(join(node.folder, 'patroni.json'), JSON.stringify(settings, null, 2))
}

/** Status of Patroni's own API; 0 without a response. */
async function statusOf({ restPort }: Pick<ClusterNode, 'restPort'>, path: string): Promise<number> {
  try {
    return (await fetch(`http://127.0.0.1:${restPort}${path}`, { signal: AbortSignal.timeout(REQUEST_MS) })).status
  } catch {
    // Not started yet, or killed.
    return 0
  }
}

async function leaderOf(nodes: readonly ClusterNode[]): Promise<ClusterNode | null> {
  const statuses = await Promise.all(nodes.map((node) => statusOf(node, '/primary')))
  return nodes[statuses.indexOf(200)] ?? null
}

async function postmasterOf({ folder }: ClusterNode): Promise<number | null> {
  try {
    return Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
  } catch {
    // Not started, or already stopped.
    return null
  }
}
