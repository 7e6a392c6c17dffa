import { createPrivateKey } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Provider, errors, interactionPolicy, type Configuration, type KoaContextWithOIDC } from 'oidc-provider'
import type { Logger } from 'pino'
import { fetch as fetchThrough, type Dispatcher } from 'undici'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'
import { CONNECT_APP_PAGE, MCP_PATH, OAUTH_PATH, PUBLIC_API_PREFIX } from '@ninesixteen/shared/public-api/limits'
import { API_SCOPES } from '@ninesixteen/shared/public-api/scopes'
import type { Config } from '../config/config.ts'
import type { Secrets } from '../config/secret-key.ts'
import type { Db } from '../db/db.ts'
import { countUse } from '../db/rate-window.ts'
import { publicOnlyAgent } from '../providers/public-address.ts'
import { deriveKey, deriveTexts } from '../secrets/derive-key.ts'
import { CHECKED_METADATA, checkMetadata } from './client-metadata.ts'
import { createGrants, createRecords, NO_SESSIONS, type RecordParts } from './records.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long each record lives, in seconds. */
const TTL = {
  AccessToken: HOUR,
  AuthorizationCode: MINUTE,
  DeviceCode: 10 * MINUTE,
  Interaction: 15 * MINUTE,
  /** Each use issues a new one, so an app in use stays connected. */
  RefreshToken: 60 * DAY,
  Grant: 60 * DAY,
  Session: 15 * MINUTE,
}

/** Fetches of metadata documents from one host. */
const FETCHES_A_MINUTE = 60

/** Names the request that this browser brought: only the browser that the app opened can approve it. */
export const APP_REQUEST_COOKIE = 'ninesixteen.oauth'

/** Client id of the command line, which connects by a code that its user types. */
export const CLI_CLIENT_ID = 'ninesixteen-cli'
export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

export interface OAuthServer {
  /** The authorization server itself, whose models hold requests and tokens. */
  provider: Provider
  /** Answers a request to one of its endpoints. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>
  close(): Promise<void>
}

export interface OAuthServerParts extends RecordParts {
  config: Pick<Config, 'publicUrl'> & Secrets
  log: Logger
  /** Fetches metadata documents of apps; by default from public addresses only. */
  agent?: Dispatcher
}

type Resources = [string, ...string[]]

/** Resource identifiers that an app may request. All of them are this server with the same scopes. */
export function protectedResources(publicUrl: string): Resources {
  const { origin } = new URL(publicUrl)
  return [`${origin}${MCP_PATH}`, `${origin}${PUBLIC_API_PREFIX}`, origin, `${origin}/`]
}

/** Every authorization asks the user, who is signed in to the product and not to the library. */
function approvalPolicy() {
  const { Check, Prompt } = interactionPolicy
  const check = new Check('approval_required', 'The user has to approve', (ctx) =>
    ctx.oidc.result?.['consent'] === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  )
  return [new Prompt({ name: 'login', requestable: true }), new Prompt({ name: 'consent', requestable: true }, check)]
}

/** PKCS #8 of an Ed25519 key, up to its 32 bytes (RFC 8410). */
const ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The library demands a signing key, though no token here is signed. */
function signingKey(secret: Uint8Array) {
  const key = Buffer.concat([ED25519, deriveKey(secret, 'oauth')])
  return { ...createPrivateKey({ key, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' }), use: 'sig', kid: 'unused' }
}

function featuresOf({ db, resources }: { db: Db; resources: Resources }): NonNullable<Configuration['features']> {
  return {
    clientIdMetadataDocument: {
      enabled: true,
      ack: 'draft-02',
      // Otherwise a caller could make this server flood another one.
      allowFetch: async (_ctx, id) =>
        (await countUse(db, `connect-oauth-host:${new URL(id).host}`, MINUTE * 1000)).count <= FETCHES_A_MINUTE,
    },
    deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****' },
    devInteractions: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resources[0],
      getResourceServerInfo: (_ctx, resource) => {
        if (!resources.includes(resource)) throw new errors.InvalidTarget()
        return { scope: API_SCOPES.join(' '), accessTokenFormat: 'opaque', accessTokenTTL: TTL.AccessToken }
      },
      useGrantedResource: () => true,
    },
    revocation: { enabled: true, allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId },
    rpInitiatedLogout: { enabled: false },
    userinfo: { enabled: false },
  }
}

type Fetch = NonNullable<Configuration['fetch']>

function configure({ config, db, sealer }: OAuthServerParts, agent: Dispatcher): Configuration {
  const resources = protectedResources(config.publicUrl)
  const grants = createGrants({ db }, resources)
  const fetchDocument = (input: string, init?: object) => fetchThrough(input, { ...init, dispatcher: agent })
  return {
    adapter: (model: string) => (model === 'Session' ? NO_SESSIONS : model === 'Grant' ? grants : createRecords({ db, sealer }, model)),
    claims: {},
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientBasedCORS: () => false,
    // Apps on a computer redirect to a loopback address, regardless of their declared type.
    clientDefaults: {
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'EdDSA',
    },
    clients: [
      {
        client_id: CLI_CLIENT_ID,
        client_name: `${PRODUCT_NAME} command line`,
        grant_types: [DEVICE_GRANT, 'refresh_token'],
        redirect_uris: [],
        response_types: [],
        token_endpoint_auth_method: 'none',
      },
    ],
    cookies: {
      keys: deriveTexts(config, 'oauth'),
      // The page that approves reads it.
      short: { path: '/', httpOnly: true, sameSite: 'lax', signed: true },
      names: { interaction: APP_REQUEST_COOKIE, resume: 'ninesixteen.oauth_resume', session: 'ninesixteen.oauth_session' },
    },
    expiresWithSession: () => false,
    extraClientMetadata: {
      properties: CHECKED_METADATA,
      validator: (...[, property, , metadata]) => {
        if (metadata.client_id !== CLI_CLIENT_ID) checkMetadata(property, metadata)
      },
    },
    features: featuresOf({ db, resources }),
    fetch: fetchDocument as unknown as Fetch,
    findAccount: (_ctx, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { policy: approvalPolicy(), url: (_ctx, { uid }) => `${CONNECT_APP_PAGE}?request=${uid}` },
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed('refresh_token'),
    jwks: { keys: [signingKey(config.secretKey)] },
    pkce: { required: () => true },
    renderError: (ctx, { error }) => showError(ctx, error),
    responseTypes: ['code'],
    // Scripts of one user run side by side: two refreshes at once would disconnect both.
    rotateRefreshToken: ({ oidc }) => oidc.client?.clientId !== CLI_CLIENT_ID,
    routes: {
      authorization: `${OAUTH_PATH}/authorize`,
      code_verification: CONNECT_APP_PAGE,
      device_authorization: `${OAUTH_PATH}/device`,
      jwks: `${OAUTH_PATH}/jwks`,
      registration: `${OAUTH_PATH}/register`,
      revocation: `${OAUTH_PATH}/revoke`,
      token: `${OAUTH_PATH}/token`,
    },
    scopes: [...API_SCOPES],
    ttl: TTL,
  }
}

/** An error that can't be returned to the app is shown to the user, by its code alone. */
function showError(ctx: Pick<KoaContextWithOIDC, 'redirect'>, error: string): void {
  ctx.redirect(`${CONNECT_APP_PAGE}?error=${encodeURIComponent(error)}`)
}

const FORM_POST = 'form_post'

/** Takes the response mode out of the metadata, which the library always names. */
async function withoutFormPosts(ctx: { body: unknown; oidc?: { route: string } }, next: () => Promise<void>): Promise<void> {
  await next()
  if (ctx.oidc?.route !== 'discovery') return
  const metadata = ctx.body as { response_modes_supported: string[] }
  metadata.response_modes_supported = metadata.response_modes_supported.filter((mode) => mode !== FORM_POST)
}

/** OAuth 2.1 for apps and agents: authorization codes with PKCE, device codes, metadata documents and registration of apps. */
export function createOAuthServer(parts: OAuthServerParts): OAuthServer {
  const { config, log, agent = publicOnlyAgent() } = parts
  const { protocol, host, origin } = new URL(config.publicUrl)
  const provider = new Provider(origin, configure(parts, agent))
  provider.proxy = true
  // The pages' policy forbids forms that post to another site, also those that would return an error to the app.
  provider.use((ctx, next) =>
    ctx.query['response_mode'] === FORM_POST ? showError(ctx, 'unsupported_response_mode') : withoutFormPosts(ctx, next),
  )
  provider.on('server_error', (_ctx, error) => log.error({ err: error }, 'The authorization server failed'))
  const handle = provider.callback()
  return {
    provider,
    async handle(request, response) {
      // The library builds its URLs from these.
      request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
      request.headers['x-forwarded-host'] = host
      await handle(request, response)
    },
    close: () => agent.close(),
  }
}
