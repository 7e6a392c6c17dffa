import {
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'
import type { TestApp } from './app.ts'

/** Where tests let the user return to an app. */
export const REDIRECT = 'http://127.0.0.1:7777/callback'

/** A program that connects as the official client does. */
export class OAuthAgent implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT
  readonly clientMetadataUrl?: string
  /** Where the user's browser is sent. */
  sentTo: URL | null = null
  known: StoredOAuthClientInformation | undefined
  held: StoredOAuthTokens | undefined
  readonly #app: TestApp
  #verifier = ''
  #discovered: OAuthDiscoveryState | undefined

  constructor(app: TestApp, metadataUrl?: string) {
    this.#app = app
    if (metadataUrl !== undefined) this.clientMetadataUrl = metadataUrl
  }

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Test agent',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
    }
  }

  state = () => 'the state'
  clientInformation = () => this.known
  tokens = () => this.held
  codeVerifier = () => this.#verifier
  discoveryState = () => this.#discovered
  saveDiscoveryState(discovered: OAuthDiscoveryState) {
    this.#discovered = discovered
  }
  saveClientInformation(known: StoredOAuthClientInformation) {
    this.known = known
  }
  saveTokens(tokens: StoredOAuthTokens) {
    this.held = tokens
  }
  redirectToAuthorization(url: URL) {
    this.sentTo = url
  }
  saveCodeVerifier(verifier: string) {
    this.#verifier = verifier
  }

  transport(): StreamableHTTPClientTransport {
    const { publicUrl } = this.#app.services.config
    // Tests listen on a port that the public address doesn't name.
    const fetchHere = (input: string | URL, init?: RequestInit) =>
      fetch(String(input).replace(new URL(publicUrl).origin, this.#app.url), init)
    return new StreamableHTTPClientTransport(new URL('/mcp', publicUrl), { authProvider: this, fetch: fetchHere })
  }

  async tools(): Promise<string[]> {
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(this.transport())
    return (await client.listTools()).tools.map(({ name }) => name)
  }
}
