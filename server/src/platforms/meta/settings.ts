import type { ClientKeys } from '../account.ts'
import type { OperatorSettings } from '../platform.ts'
import type { MetaNetwork, MetaSettings } from './network.ts'

/** The server reaches the sandbox at `url`, browsers reach it at `browserUrl`. */
export function metaSettings<Network extends MetaNetwork>(
  { id, urls, pictureHosts }: Pick<Network, 'id' | 'urls' | 'pictureHosts'>,
  sandboxClient: ClientKeys,
  { client, sandbox }: Pick<OperatorSettings, 'client' | 'sandbox'>,
): MetaSettings {
  if (!sandbox) {
    const images = { hosts: [...pictureHosts], trusted: [] }
    return { client, authorizeUrl: urls.authorize, tokenUrl: urls.token, apiUrl: urls.api, imageHosts: images, sandbox: false }
  }
  const at = `${sandbox.url}/${id}`
  return {
    client: sandboxClient,
    authorizeUrl: `${sandbox.browserUrl}/${id}`,
    tokenUrl: at,
    apiUrl: at,
    imageHosts: { hosts: [], trusted: [`${at}/avatar/`] },
    sandbox: true,
  }
}
