import type { Client } from 'oidc-provider'
import type { AppRequest } from '@ninesixteen/shared/api/app-requests'
import { API_KEY_NAME_MAX } from '@ninesixteen/shared/api/limits'
import { AppError } from '@ninesixteen/shared/errors'
import { API_SCOPES, type ApiScope } from '@ninesixteen/shared/public-api/scopes'
import { connectApp } from '../api-keys/api-keys.ts'
import type { Db } from '../db/db.ts'
import { derivedId } from '../derived-id.ts'
import { protectedResources, type OAuthServer } from './oauth-server.ts'

/** A request by the id in its link, or by the code that its user typed. */
export interface RequestKey {
  request?: string | undefined
  code?: string | undefined
}

export interface Approval {
  userId: string
  /** The requested scopes that the user allows. */
  scopes: readonly ApiScope[]
  companyId: string | null
}

export interface AppRequestParts {
  config: { publicUrl: string }
  db: Db
  oauth: OAuthServer
}

/** A request that waits for the user. */
interface Waiting {
  /** Names the request; the link or code of a request never changes. */
  id: string
  params: Record<string, unknown>
  client: Client
  /** Stores the user's decision and returns the path that continues; null for a device. */
  approve(grant: { userId: string; grantId: string; scope: string }): Promise<string | null>
  decline(): Promise<string | null>
}

const DECLINED = { error: 'access_denied', description: 'The user declined' }
const LOOPBACKS = new Set(['localhost', '127.0.0.1', '[::1]'])

const scopesOf = ({ params }: Waiting): ApiScope[] => {
  const requestedScopes = typeof params['scope'] === 'string' ? params['scope'].split(' ') : []
  return API_SCOPES.filter((scope) => requestedScopes.includes(scope))
}

async function findLink({ oauth: { provider } }: AppRequestParts, id: string): Promise<Waiting | undefined> {
  const found = await provider.Interaction.find(id)
  const client = found && (await provider.Client.find(String(found.params['client_id'])))
  if (!found || !client) return undefined
  const finish = async (result: NonNullable<typeof found.result>): Promise<string> => {
    found.result = result
    await found.persist()
    // Only the browser that the app opened has the cookie with which this path continues.
    return new URL(found.returnTo).pathname
  }
  return {
    id: found.jti,
    params: found.params,
    client,
    approve: ({ userId, grantId }) => finish({ login: { accountId: userId, remember: false }, consent: { grantId } }),
    decline: () => finish({ error: DECLINED.error, error_description: DECLINED.description }),
  }
}

async function findDevice({ config, oauth: { provider } }: AppRequestParts, typed: string): Promise<Waiting | undefined> {
  const found = await provider.DeviceCode.findByUserCode(typed.toUpperCase().replace(/[^A-Z]/g, ''))
  const client = found && (await provider.Client.find(found.clientId ?? ''))
  if (!found || !client || found.accountId !== undefined || found.error !== undefined) return undefined
  const { params = {} } = found
  const [resource] = protectedResources(config.publicUrl)
  const finish = async (values: Partial<typeof found>): Promise<null> => {
    await Object.assign(found, values).save()
    return null
  }
  return {
    id: found.jti,
    params,
    client,
    approve: ({ userId: accountId, grantId, scope }) =>
      finish({ accountId, grantId, scope, resource: (params['resource'] as string) ?? resource }),
    decline: () => finish({ error: DECLINED.error, errorDescription: DECLINED.description }),
  }
}

async function find(parts: AppRequestParts, { request, code }: RequestKey): Promise<Waiting> {
  const found = request === undefined ? code !== undefined && (await findDevice(parts, code)) : await findLink(parts, request)
  if (!found) throw new AppError(request === undefined ? 'APP_CODE_UNKNOWN' : 'APP_REQUEST_GONE')
  return found
}

/** Describes what an app asks for. Throws APP_REQUEST_GONE or APP_CODE_UNKNOWN. */
export async function readRequest(parts: AppRequestParts, key: RequestKey): Promise<AppRequest> {
  const waiting = await find(parts, key)
  const { params, client } = waiting
  return {
    name: nameOf(client),
    host: URL.canParse(client.clientId) ? new URL(client.clientId).host : null,
    returnsTo: originOf(params['redirect_uri']),
    scopes: scopesOf(waiting),
  }
}

const nameOf = ({ clientName, clientId }: Client): string => (clientName?.trim() || clientId).slice(0, API_KEY_NAME_MAX)

function originOf(redirect: unknown): string | null {
  if (typeof redirect !== 'string') return null
  const { protocol, hostname, host } = new URL(redirect)
  if (!/^https?:$/.test(protocol)) return `the app that opens ${protocol} links`
  return LOOPBACKS.has(hostname) ? 'the app on this computer' : host
}

/** Connects the app, or declines if nothing is allowed. Returns the path that continues; null for a device. */
export async function answerRequest(
  parts: AppRequestParts,
  key: RequestKey,
  { userId, scopes, companyId }: Approval,
): Promise<string | null> {
  const waiting = await find(parts, key)
  if (scopes.length === 0) return waiting.decline()
  if (!scopes.every((scope) => scopesOf(waiting).includes(scope))) throw new AppError('INVALID_INPUT', { fields: 'scopes' })
  // A repeated answer finds the app that the first one connected.
  const id = derivedId(`app request ${waiting.id} of ${userId}`)
  const app = { id, name: nameOf(waiting.client), clientId: waiting.client.clientId, scopes: [...scopes], companyId }
  const connected = await parts.db.asUser(userId, (tx) => connectApp(tx, userId, app))
  return waiting.approve({ userId, grantId: connected.id, scope: connected.scopes.join(' ') })
}
