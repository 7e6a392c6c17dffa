import { errors, type ClientMetadata } from 'oidc-provider'
import { PRODUCT_NAME } from '@ninesixteen/shared/product'

/** Metadata of apps that this instance checks, however an app registers. */
export const CHECKED_METADATA = ['client_name', 'redirect_uris']

/** Checks the metadata of an app and removes what could disguise it. Throws InvalidClientMetadata and InvalidRedirectUri. */
export function checkMetadata(property: string, metadata: ClientMetadata): void {
  if (property === 'client_name') checkName(metadata)
  if (property === 'redirect_uris' && Array.isArray(metadata.redirect_uris)) for (const uri of metadata.redirect_uris) checkRedirect(uri)
}

/** Control and format characters could turn a name around, or hide that it is the product's. */
function checkName(metadata: ClientMetadata): void {
  const { client_name: given } = metadata
  if (typeof given !== 'string') return
  const name = given.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '').trim()
  if (name.normalize('NFKC').toLowerCase().startsWith(PRODUCT_NAME.toLowerCase()))
    throw new errors.InvalidClientMetadata(`client_name must not begin with ${PRODUCT_NAME}`)
  metadata.client_name = name
}

/** Editors that register a scheme without a dot: without it, their whole registration would fail. */
const EDITOR_SCHEMES: ReadonlySet<string> = new Set(['cursor:', 'vscode:', 'vscode-insiders:', 'windsurf:'])

/** RFC 8252, section 7.1: a scheme of an app's own is a domain name in reverse, which the scheme of the system or of another app is not. */
function checkRedirect(uri: unknown): void {
  const parsed = typeof uri === 'string' ? URL.parse(uri) : null
  if (!parsed) return
  if (parsed.username !== '' || parsed.password !== '')
    throw new errors.InvalidRedirectUri('redirect_uris must not contain a user name or password')
  if (/^https?:$/.test(parsed.protocol) || parsed.protocol.includes('.')) return
  if (!EDITOR_SCHEMES.has(parsed.protocol))
    throw new errors.InvalidRedirectUri('a scheme of redirect_uris must contain a dot, such as com.example.app')
  if (parsed.host === '') throw new errors.InvalidRedirectUri('redirect_uris of an editor must name its extension')
}
