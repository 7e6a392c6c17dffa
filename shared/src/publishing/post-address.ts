import { POST_ADDRESS_MAX } from '../api/limits.ts'
import { PLATFORMS, type PlatformId } from '../platforms.ts'

/** Printable ASCII, without port, name or password, which could disguise another host. */
const ADDRESS = /https:\/\/((?:[a-z0-9-]+\.)*[a-z0-9-]+)((?:[/?#][!#-;=?-~]*)?)(?![^\s"'<>])/i

/** Extracts the address of a post from pasted text, which apps surround with words. Null without one, or for another site. */
export function postAddress(platform: PlatformId, text: string): string | null {
  const [, name = '', rest = ''] = ADDRESS.exec(text) ?? []
  const host = name.toLowerCase()
  const domain = PLATFORMS[platform].domain
  const address = `https://${host}${rest === '' ? '/' : rest}`
  return (host === domain || host.endsWith(`.${domain}`)) && address.length <= POST_ADDRESS_MAX ? address : null
}
