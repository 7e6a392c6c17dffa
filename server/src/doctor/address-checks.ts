import type { Config } from '../config/config.ts'
import { ok, warning, wrong, type Check, type Finding } from './finding.ts'
import { get, isLocal, Unreached } from './outside-checks.ts'

/** Whether people find the instance under its own name, as far as that can be tried from here. */
export function addressChecks(config: Config, isRunning: boolean): Check[] {
  return [
    {
      name: 'public address',
      run: async (signal) => (isRunning ? publicAddress(config, signal) : ok('Not tried, because the product does not run here.')),
    },
    { name: 'settings of the address', run: async () => settingsOf(config) },
  ]
}

const PROXY = 'See "Behind a reverse proxy" in docs/deploy.md.'

async function publicAddress(config: Config, signal: AbortSignal): Promise<Finding[]> {
  const { publicUrl, publishing } = config
  const host = new URL(publicUrl).host
  let health
  try {
    health = await get(`${publicUrl}/healthz`, signal)
  } catch (error) {
    if (!(error instanceof Unreached)) throw error
    if (error.fault === 'redirected')
      return [wrong(`${publicUrl} sends elsewhere.`, 'Set PUBLIC_URL to the address that people end up at, with https if it is that.')]
    return [
      wrong(
        error.message,
        `Let ${host} lead to this machine, and a proxy there to port ${config.port}. Behind some routers it cannot be tried from inside.`,
      ),
    ]
  }
  if (health.status !== 200 || (health.body as { status?: unknown } | null)?.status !== 'ok')
    return [
      wrong(
        `Under ${publicUrl} somebody else answers (${health.status}).`,
        `Let the proxy for ${host} lead to port ${config.port}. ${PROXY}`,
      ),
    ]
  const found: Finding[] = [ok(`${publicUrl} leads here.`)]
  const call = await get(`${publicUrl}/api/v1/config`, signal)
  if (call.status === 421)
    found.push(wrong('The proxy sends on another host than the one that people open.', `Let it pass on the header Host. ${PROXY}`))
  else if (call.status !== 200)
    found.push(wrong(`Calls are answered with ${call.status}.`, 'Look into the log of the product, and of the proxy.'))
  if (publishing.domainProof) {
    const { file, content } = publishing.domainProof
    const proof = await get(`${publicUrl}/${file}`, signal)
    found.push(
      proof.status === 200 && proof.text.trim() === content
        ? ok('The file that proves the address to platforms is there.')
        : wrong(
            `The file ${file}, which proves the address to platforms, is not there (${proof.status}).`,
            `Let the proxy send on every path. ${PROXY}`,
          ),
    )
  }
  return found
}

function settingsOf({ publicUrl, trustProxy, platforms }: Config): Finding | Finding[] {
  if (isLocal(publicUrl)) return ok('People open it on this machine alone. Set PUBLIC_URL when others are to.')
  const found: Finding[] = []
  if (publicUrl.startsWith('http:')) {
    const fetches = Object.values(platforms).some(({ client, sandbox }) => client && !sandbox)
    const mend = `Put a proxy with a certificate in front, such as Caddy, and set PUBLIC_URL to https.${fetches ? ' Platforms fetch photos over https alone.' : ''}`
    found.push(warning('The address is http: passwords and cookies cross the network in clear.', mend))
  }
  if (publicUrl.startsWith('https:') && !trustProxy)
    found.push(
      warning(
        'The address is https, so a proxy is in front, and TRUST_PROXY is not set: everybody shares the limits of one address.',
        'Set TRUST_PROXY=true, or the number of proxies behind a CDN, and let them set X-Forwarded-For.',
      ),
    )
  return found.length > 0 ? found : ok('The address and the proxy are set up for each other.')
}
