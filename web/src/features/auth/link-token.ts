let token: string | undefined

/**
 * The token of the link that opened this page. It leaves the address at once, so that neither the history nor a copied link holds it, and stays
 * the same until the page unloads.
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
