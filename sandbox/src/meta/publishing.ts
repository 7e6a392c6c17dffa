import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import type { Chaos } from '../kit/chaos.ts'
import type { Files } from '../published-posts/files.ts'
import { isOwn, type GraphEnv } from './caller.ts'
import type { Container, ContainerRules, Containers } from './containers.ts'
import { readOrder } from './create.ts'
import type { Grant } from './grants.ts'
import type { MetaNetwork } from './networks.ts'
import { pull } from './pull.ts'
import { failed } from './responses.ts'

export interface PublishingSettings extends ContainerRules {
  /** Whether files are fetched before the creation of a container is answered, and refused there. Unverified: which of both happens. */
  pullsFirst: boolean
  /** How long a container is IN_PROGRESS in addition to the download, in milliseconds. */
  processingMs: number
  /** Delay between the publish request and the post; the container is FINISHED until then. */
  publishDelayMs: number
  /** Accounts that can't publish: ids of users. */
  restrictedAccounts: string[]
}

interface Parts {
  network: MetaNetwork
  containers: Containers
  files: Files
  chaos: Chaos
  settings: PublishingSettings
  /** Errors that the next containers end in, by their subcodes. */
  failing: string[]
}

/** Containers, and their publication. */
export function servePublishing(graph: Hono<GraphEnv>, parts: Parts): void {
  const { network, containers, settings, chaos } = parts
  const { edges } = network

  graph.post(`/:account/${edges.create}`, async (c) => {
    const grant = admitted(c, network)
    if (grant instanceof Response) return grant
    const order = readOrder(c.get('params'), { network, grant, containers })
    if ('what' in order) return failed(c, order.what, order.message === undefined ? {} : { message: order.message })
    // Unverified: the documentation gives the limit and no error.
    if (!containers.mayCreate(grant)) return failed(c, '2207042')
    const container = containers.add(grant, order)
    const processed = process(container, parts)
    if (settings.pullsFirst) await processed
    return container.error !== null && settings.pullsFirst ? failed(c, container.error) : c.json({ id: container.id })
  })

  graph.post(`/:account/${edges.publish}`, (c) => {
    const grant = admitted(c, network)
    if (grant instanceof Response) return grant
    const id = c.get('params').get('creation_id')
    if (!id) return failed(c, 'parameter', { message: '(#100) The parameter creation_id is required.' })
    const container = containers.find(id, grant)
    // Unverified: how a container is refused that was published before.
    if (!container || container.isChild || container.state === 'PUBLISHED') return failed(c, '2207008')
    const state = containers.statusOf(container)
    if (state === 'EXPIRED') return failed(c, '2207020')
    if (state === 'ERROR') return failed(c, container.error ?? '2207008')
    if (state !== 'FINISHED') return failed(c, '2207027')
    if (settings.restrictedAccounts.includes(grant.user.id)) return failed(c, network.restrictedError)
    if (!containers.mayPublish(grant)) return failed(c, '2207042')
    return c.json({ id: containers.publish(container, settings.publishDelayMs + chaos.publishDelay()) })
  })

  graph.get(`/:account/${edges.limit}`, (c) => {
    const grant = admitted(c, network)
    if (grant instanceof Response) return grant
    const fields = (c.get('params').get('fields') ?? 'quota_usage').split(',')
    const all = { quota_usage: containers.used(grant), config: { quota_total: settings.postsADay, quota_duration: 86_400 } }
    return c.json({ data: [Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name)))] })
  })
}

/** The grant under which the account of the path may publish, or the refusal. */
function admitted(c: Context<GraphEnv>, network: MetaNetwork): Grant | Response {
  const grant = c.get('grant')
  if (!isOwn(c.req.param('account') ?? '', grant, network)) return failed(c, 'object')
  return grant.scopes.includes(network.publishScope) ? grant : failed(c, 'permission')
}

async function process(container: Container, { network, containers, files, chaos, settings, failing }: Parts): Promise<void> {
  const injected = failing.shift() ?? null
  const error = container.url === null ? null : await pull(container, container.url, { network, files, chaos })
  if (settings.processingMs > 0) await wait(settings.processingMs, undefined, { ref: false })
  containers.finish(container, injected ?? error)
}
