import { POST_ADDRESS_MAX } from '../api/limits.ts'
import { PLATFORMS, type PlatformId } from '../platforms.ts'

/** Of printable ASCII, without a port, or a name and password, which could make another host look like this one. */
const ADDRESS = /https:\/\/((?:[a-z0-9-]+\.)*[a-z0-9-]+)((?:[/?#][!#-;=?-~]*)?)(?![^\s"'<>])/i

/**
 * The address of a post in what a person pasted, which an app may have put words around; null when there is none, or it is not the
 * platform's.
 */
export function postAddress(platform: PlatformId, text: string): string | null {
  const [, name = '', rest = ''] = ADDRESS.exec(text) ?? []
  const host = name.toLowerCase()
  const domain = PLATFORMS[platform].domain
  const address = `https://${host}${rest === '' ? '/' : rest}`
  return (host === domain || host.endsWith(`.${domain}`)) && address.length <= POST_ADDRESS_MAX ? address : null
}
