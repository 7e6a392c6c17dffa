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
/** How long the first election, the copies of the first node and each return may take, in milliseconds. */
const READY_MS = 120_000
const ASK_MS = 2_000
/** Seconds without a sign of the leader until another one is elected, between two looks, and for an answer: Patroni's smallest, almost. */
const PACE = { ttl: 20, loop_wait: 2, retry_timeout: 5 }

/** One PostgreSQL and the Patroni that looks after it. */
export interface ClusterNode {
  name: string
  folder: string
  port: number
  restPort: number
  patroni: RunningProgram
}

export interface Cluster {
  nodes: ClusterNode[]
  /** Ends the leader as a machine without power does: Patroni, PostgreSQL and every one of its processes at once. */
  killLeader(): Promise<ClusterNode>
  /** Starts a node again that was killed, and waits until it follows the leader. */
  revive(node: ClusterNode): Promise<void>
  stop(): Promise<void>
}

/** etcd, and three nodes of which a write is acknowledged when two have it. */
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
      const all = postmaster === null ? [] : [postmaster, ...childrenOf(postmaster)]
      leader.patroni.child.kill('SIGKILL')
      for (const pid of all) if (isAlive(pid)) process.kill(pid, 'SIGKILL')
      await leader.patroni.kill()
      return leader
    },
    async revive(node) {
      node.patroni = start(node)
      const follows = async () => (await statusOf(node, '/replica')) === 200 || (await statusOf(node, '/primary')) === 200
      await until(follows, { what: `The return of ${node.name}`, mostMs: READY_MS, signal: context.signal, needs: node.patroni.ended })
    },
    async stop() {
      // All at once: a node that outlives the others would wait for them.
      const postmasters = await Promise.all(nodes.map(postmasterOf))
      await Promise.all(nodes.map(({ patroni }) => patroni.kill()))
      for (const pid of postmasters) if (pid !== null && isAlive(pid)) process.kill(pid, 'SIGQUIT')
      const never = new AbortController().signal
      for (const pid of postmasters)
        if (pid !== null) await until(async () => !isAlive(pid), { what: 'The end of PostgreSQL', mostMs: 30_000, signal: never })
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
    const isWhole = async () =>
      (await leaderOf(nodes)) !== null && (await Promise.all(nodes.map((it) => statusOf(it, '/sync')))).includes(200)
    await until(isWhole, { what: 'A leader and a node in step with it', mostMs: READY_MS, signal: context.signal, needs: endOfAny(nodes) })
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
  const answers = async () => (await fetch(`${url}/health`, { signal: AbortSignal.timeout(ASK_MS) })).ok
  await until(answers, { what: 'etcd', mostMs: 30_000, signal, needs: etcd.ended }).catch(async (error: unknown) => {
    await etcd.kill()
    throw error
  })
  return etcd
}

/** Patroni reads YAML, of which JSON is a part. */
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
        // Without a second node nothing is acknowledged, rather than by one alone.
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
    return (await fetch(`http://127.0.0.1:${restPort}${path}`, { signal: AbortSignal.timeout(ASK_MS) })).status
  } catch {
    // It is not up yet, or was killed.
    return 0
  }
}

async function leaderOf(nodes: readonly ClusterNode[]): Promise<ClusterNode | null> {
  const leads = await Promise.all(nodes.map((node) => statusOf(node, '/primary')))
  return nodes[leads.indexOf(200)] ?? null
}

async function postmasterOf({ folder }: ClusterNode): Promise<number | null> {
  try {
    return Number((await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')[0])
  } catch {
    // It did not get that far, or has ended.
    return null
  }
}
