import { MCP_PATH, PUBLIC_API_PREFIX, RESOURCE_METADATA, SERVER_METADATA } from '@ninesixteen/shared/public-api/limits'
import type { Config } from '../config/config.ts'
import { ok, warning, wrong, type Check, type Finding } from './finding.ts'
import { get, isLocal, Unreached } from './outside-checks.ts'

/** Whether the instance is reachable under its public URL, as far as this machine can test it. */
export function addressChecks(config: Config, isRunning: boolean): Check[] {
  return [
    {
      name: 'public address',
      run: async (signal) => (isRunning ? publicAddress(config, signal) : ok('Not tested, because the product is not running here.')),
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
      return [wrong(`${publicUrl} redirects elsewhere.`, 'Set PUBLIC_URL to the final address, including https.')]
    return [
      wrong(
        error.message,
        `Point ${host} to this machine, and a proxy there to port ${config.port}. Some routers don't allow this test from inside.`,
      ),
    ]
  }
  if (health.status !== 200 || (health.body as { status?: unknown } | null)?.status !== 'ok')
    return [
      wrong(`Another server responds at ${publicUrl} (${health.status}).`, `Point the proxy for ${host} to port ${config.port}. ${PROXY}`),
    ]
  const found: Finding[] = [ok(`${publicUrl} leads here.`)]
  const call = await get(`${publicUrl}/api/v1/config`, signal)
  if (call.status === 421) found.push(wrong('The proxy changes the Host header.', `Let it forward the original Host header. ${PROXY}`))
  else if (call.status !== 200)
    found.push(wrong(`API requests fail with status ${call.status}.`, 'Check the logs of the product and of the proxy.'))
  found.push(await programs(publicUrl, signal))
  if (publishing.domainProof) {
    const { file, content } = publishing.domainProof
    const proof = await get(`${publicUrl}/${file}`, signal)
    found.push(
      proof.status === 200 && proof.text.trim() === content
        ? ok('The domain verification file is reachable.')
        : wrong(`The domain verification file ${file} is not reachable (${proof.status}).`, `Let the proxy forward every path. ${PROXY}`),
    )
  }
  return found
}

/** The public API and the MCP endpoint, as a program without a key meets them. */
async function programs(publicUrl: string, signal: AbortSignal): Promise<Finding> {
  const [description, mcp] = [
    await get(`${publicUrl}${PUBLIC_API_PREFIX}/openapi.json`, signal),
    await get(`${publicUrl}${MCP_PATH}`, signal),
  ]
  const fix = `Let the proxy forward every path and the header WWW-Authenticate. ${PROXY}`
  if (description.status !== 200) return wrong(`The public API is not reachable (${description.status}).`, fix)
  if (mcp.status !== 401 || !mcp.headers.get('www-authenticate')?.startsWith('Bearer'))
    return wrong(`The MCP server at ${publicUrl}${MCP_PATH} is not reachable (${mcp.status}).`, fix)
  // Proxies often keep these paths for certificates.
  for (const path of [RESOURCE_METADATA + MCP_PATH, SERVER_METADATA]) {
    const metadata = await get(publicUrl + path, signal)
    if (metadata.status !== 200)
      return wrong(
        `Agents can't connect by OAuth: ${path} is not reachable (${metadata.status}).`,
        `Let the proxy forward /.well-known. ${PROXY}`,
      )
  }
  return ok('Programs reach the public API, and agents the MCP server.')
}

function settingsOf({ publicUrl, trustProxy, platforms }: Config): Finding | Finding[] {
  if (isLocal(publicUrl)) return ok('The instance is only for this machine. Set PUBLIC_URL to share it.')
  const found: Finding[] = []
  if (publicUrl.startsWith('http:')) {
    const fetches = Object.values(platforms).some(({ client, sandbox }) => client && !sandbox)
    const mend = `Use a proxy with a certificate, such as Caddy, and set PUBLIC_URL to https.${fetches ? ' Platforms fetch photos over https only.' : ''}`
    found.push(warning('The address is http: passwords and cookies cross the network unencrypted.', mend))
  }
  if (publicUrl.startsWith('https:') && !trustProxy)
    found.push(
      warning(
        'The address is https, so there is a proxy, but TRUST_PROXY is not set: all users share the limits of one address.',
        'Set TRUST_PROXY=true, or to the number of proxies behind a CDN, and let them set X-Forwarded-For.',
      ),
    )
  return found.length > 0 ? found : ok('The settings for address and proxy match.')
}
