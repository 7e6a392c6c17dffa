import type { ConnectedAccount, FinishedConnection, StartedConnection } from '@ninesixteen/shared/api/accounts'
import type { PlatformId } from '@ninesixteen/shared/platforms'
import { startTestApp, type Answer, type Caller, type TestApp, type TestSettings } from './app.ts'
import type { TestSandbox } from './sandbox.ts'
import { sandboxPlatforms } from './sandbox-platforms.ts'

/** The product with the sandbox as its platforms. */
export function startConnectingApp(sandbox: TestSandbox, settings: TestSettings = {}): Promise<TestApp> {
  const { url } = sandbox
  return startTestApp({ platforms: sandboxPlatforms(url), ...settings })
}

export interface ConsentOptions {
  /** The sandbox account that consents. */
  account?: string
  decision?: 'allow' | 'deny'
  scopes?: string[]
}

/** The scopes of every platform; each takes those that it was asked for. */
const ALL_SCOPES = [
  'user.info.basic',
  'video.upload',
  'video.publish',
  'instagram_business_basic',
  'instagram_business_content_publish',
  'threads_basic',
  'threads_content_publish',
]

/** Submits the consent page; returns the address to which the platform redirects. */
export async function consent(
  url: string,
  { account = 'sandy', decision = 'allow', scopes = ALL_SCOPES }: ConsentOptions = {},
): Promise<URL> {
  const form = new URLSearchParams({ account, decision })
  for (const scope of scopes) form.append('scope', scope)
  const reply = await fetch(url, { method: 'POST', body: form, redirect: 'manual' })
  const location = reply.headers.get('location')
  if (reply.status !== 303 || !location) throw new Error(`Consent: ${reply.status} ${await reply.text()}`)
  return new URL(location)
}

/** The parameters of a callback, under the product's names. */
export function callbackParameters(callback: URL): { state: string | null; proof: string } {
  const { searchParams } = callback
  return {
    state: searchParams.get('state') ?? searchParams.get('oauth_token'),
    proof: searchParams.get('code') ?? searchParams.get('oauth_verifier') ?? '',
  }
}

export function begin(caller: Caller, platform: PlatformId, force = false): Promise<StartedConnection> {
  return caller.api('POST', `/accounts/${platform}/begin`, { force })
}

export interface Finishing {
  state: string | null
  secret: string | null
  proof: string
}

export function finish(
  caller: Caller,
  platform: PlatformId,
  body: Finishing,
): Promise<Answer<FinishedConnection & { error?: { message: string } }>> {
  return caller.call('POST', `/api/v1/accounts/${platform}/finish`, body)
}

/** Runs the whole OAuth flow up to and including the callback. */
export async function authorizeUntilCallback(
  caller: Caller,
  platform: PlatformId,
  options: ConsentOptions & { force?: boolean } = {},
): Promise<Finishing> {
  const started = await begin(caller, platform, options.force)
  return { ...callbackParameters(await consent(started.url, options)), secret: started.secret }
}

/** Runs the whole OAuth flow; returns the connected account. */
export async function connect(caller: Caller, platform: PlatformId, options: ConsentOptions = {}): Promise<ConnectedAccount> {
  const answer = await finish(caller, platform, await authorizeUntilCallback(caller, platform, options))
  if (answer.status !== 200) throw new Error(`Connect: ${answer.status} ${JSON.stringify(answer.body)}`)
  const accounts = await caller.api<ConnectedAccount[]>('GET', '/accounts')
  const found = accounts.find((one) => one.platform === platform && one.username === answer.body.username)
  if (!found) throw new Error('Connect: it was not saved')
  return found
}
