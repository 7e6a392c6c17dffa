import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from './api-client.mjs'

const CLIENT_ID = 'ninesixteen-cli'
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
/** Errors of a code or refresh token that is over. */
const ENDED = ['expired_token', 'invalid_grant']
/** Between two questions whether the user has answered. */
const PAUSE_MS = 2000
/** A token that expires within this time is refreshed first. */
const EARLY_MS = 60_000

/** Calls an instance; an error is an answer, too. */
async function call(url, path, init) {
  const response = await fetch(new URL(path, url), init).catch((error) => error)
  if (response instanceof Error) throw new Failure(`${url} can't be reached: ${response.cause?.message ?? response.message}`, 3)
  return response.json().catch(() => ({ error: response.statusText }))
}

const ask = (url, path, fields) =>
  call(url, `/oauth${path}`, { method: 'POST', body: new URLSearchParams({ client_id: CLIENT_ID, ...fields }) })

/** A failure that is not about the code or token, such as too many requests. */
const refusal = (url, { error, error_description: description = error?.message ?? error }) =>
  new Failure(`${url} does not connect this computer: ${description}`, 1)

const stored = ({ access_token: token, refresh_token: refresh, expires_in: seconds }) => ({
  token,
  refresh,
  expiresAt: Date.now() + seconds * 1000,
})

/** Connects this computer: the user enters a code on a page of the instance. Returns what to store. */
export async function connect(url, show) {
  const { scopes_supported: scopes = [] } = await call(url, '/.well-known/oauth-protected-resource')
  const device = await ask(url, '/device', { scope: scopes.join(' ') })
  if (!device.device_code) throw refusal(url, device)
  show(`Open ${device.verification_uri} and enter the code ${device.user_code}\n`)
  for (;;) {
    await wait(PAUSE_MS)
    const answer = await ask(url, '/token', { grant_type: DEVICE_GRANT, device_code: device.device_code })
    if (answer.access_token) return stored(answer)
    if (answer.error === 'access_denied') throw new Failure('You declined.', 1)
    if (ENDED.includes(answer.error)) throw new Failure('The code has expired. Run login again.', 1)
    if (answer.error !== 'authorization_pending') throw refusal(url, answer)
  }
}

/** Returns the stored credentials with a token that is still valid; `save` keeps a new one. */
export async function refreshed({ url, ...known }, save) {
  if (known.refresh === undefined || known.expiresAt > Date.now() + EARLY_MS) return known
  const answer = await ask(url, '/token', { grant_type: 'refresh_token', refresh_token: known.refresh })
  if (ENDED.includes(answer.error)) throw new Failure('This computer is no longer connected. Run: ninesixteen login', 1)
  if (!answer.access_token) throw refusal(url, answer)
  const fresh = { ...stored(answer), refresh: answer.refresh_token ?? known.refresh }
  await save({ url, ...fresh })
  return fresh
}
