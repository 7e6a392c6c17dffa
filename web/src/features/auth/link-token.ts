let token: string | undefined

/**
 * The token of the link that opened this page. It leaves the address at once, so that neither the history nor a copied link holds it, and stays
 * the same until the page unloads.
 */
export function linkToken(): string {
  token ??= consumeToken()
  return token
}

function consumeToken(): string {
  const query = new URLSearchParams(location.search)
  const value = query.get('token') ?? ''
  if (value !== '') history.replaceState(history.state, '', location.pathname)
  return value
}
