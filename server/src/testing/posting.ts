import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { createFetch } from '../providers/http.ts'
import type { ClientKeys } from '../platforms/account.ts'
import { PlatformError } from '../providers/platform-error.ts'
import { createTiktokAccounts } from '../platforms/tiktok/accounts.ts'
import { sandboxTiktok, type TiktokSettings } from '../platforms/tiktok/settings.ts'
import { createTumblrAccounts, signingToken } from '../platforms/tumblr/accounts.ts'
import type { Signer } from '../platforms/tumblr/api.ts'
import { sandboxTumblr, type TumblrSettings } from '../platforms/tumblr/settings.ts'
import { callbackParameters, consent, type ConsentOptions } from './connecting.ts'
import type { TestSandbox } from './sandbox.ts'

const fetch = createFetch({ answerMs: 20_000, silenceMs: 20_000 })

function clientOf({ client }: { client: ClientKeys | null }): ClientKeys {
  if (!client) throw new Error('The sandbox has a client of its own')
  return client
}

/** Access token of a sandbox account. */
export async function tiktokToken(
  { url }: TestSandbox,
  options: ConsentOptions = {},
): Promise<{ settings: TiktokSettings; token: string }> {
  const settings = sandboxTiktok(url, url)
  const [client, accounts] = [clientOf(settings), createTiktokAccounts(settings, { fetch })]
  const redirectUri = 'http://localhost:3000/tiktok_callback'
  const started = await accounts.begin(client, { redirectUri, state: 'state', force: true })
  const { proof } = callbackParameters(await consent(started.url, options))
  const tokens = await accounts.finish(client, { attempt: started.attempt, secret: started.secret, proof, redirectUri })
  return { settings, token: tokens.access }
}

/** Signs requests for a sandbox account. */
export async function tumblrSigner(
  { url }: TestSandbox,
  options: ConsentOptions = {},
): Promise<{ settings: TumblrSettings; signer: Signer }> {
  const settings = sandboxTumblr(url, url)
  const [client, accounts] = [clientOf(settings), createTumblrAccounts(settings, { fetch })]
  const redirectUri = 'http://localhost:3000/tumblr_callback'
  const started = await accounts.begin(client, { redirectUri, state: 'state', force: true })
  const { proof } = callbackParameters(await consent(started.url, options))
  const tokens = await accounts.finish(client, { attempt: started.attempt, secret: started.secret, proof, redirectUri })
  return { settings, signer: { client, token: signingToken(tokens) } }
}

/** Serves the files by name, as the host from which a platform fetches. */
export async function serveFiles(files: Readonly<Record<string, Uint8Array>>): Promise<(name: string) => string> {
  const server = createServer((incoming, outgoing) => {
    const file = files[(incoming.url ?? '').slice(1)]
    outgoing.writeHead(file ? 200 : 404).end(file)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return (name) => `http://127.0.0.1:${port}/${name}`
}

/** The error of a platform request that must fail. */
export async function failureOf(work: Promise<unknown>): Promise<PlatformError> {
  const thrown: unknown = await work.then(
    (value) => `it worked: ${JSON.stringify(value)}`,
    (error: unknown) => error,
  )
  if (thrown instanceof PlatformError) return thrown
  throw new Error(`Expected a PlatformError, got ${String(thrown)}`)
}
