/** Where the sandbox shows a post; null at the platform itself. `authorizeUrl` is the sandbox's URL for the browser. */
export function sandboxPostUrl({ sandbox, authorizeUrl }: { sandbox: boolean; authorizeUrl: string }, path: string): string | null {
  return sandbox ? `${new URL(authorizeUrl).origin}${path}` : null
}
