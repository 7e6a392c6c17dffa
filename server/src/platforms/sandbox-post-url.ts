/** Where the sandbox shows a post; null at the platform itself. The browser's address of the sandbox comes from `authorizeUrl`. */
export function sandboxPostUrl({ sandbox, authorizeUrl }: { sandbox: boolean; authorizeUrl: string }, path: string): string | null {
  return sandbox ? `${new URL(authorizeUrl).origin}${path}` : null
}
