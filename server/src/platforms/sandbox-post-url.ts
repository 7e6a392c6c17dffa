/** Where the sandbox shows a post; null at the platform itself. `authorizeUrl` is where a person's browser finds the sandbox. */
export function sandboxPostUrl({ sandbox, authorizeUrl }: { sandbox: boolean; authorizeUrl: string }, path: string): string | null {
  return sandbox ? `${new URL(authorizeUrl).origin}${path}` : null
}
