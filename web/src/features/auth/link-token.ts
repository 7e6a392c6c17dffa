let token: string | undefined

/**
 * The token of the link by which this page was opened, taken out of the address at once: neither the history nor a link copied from here is to hold
 * it. For the whole life of the page, however often React draws it.
 */
export function linkToken(): string {
  token ??= takeToken()
  return token
}

function takeToken(): string {
  const query = new URLSearchParams(location.search)
  const found = query.get('token') ?? ''
  if (found !== '') history.replaceState(history.state, '', location.pathname)
  return found
}
