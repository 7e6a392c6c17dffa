/** Names under which this machine reaches itself. */
const OWN_NAMES = ['localhost', '127.0.0.1', '[::1]']

export function isOwnMachine(url: string): boolean {
  return OWN_NAMES.includes(new URL(url).hostname)
}
