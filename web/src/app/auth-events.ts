/** What happens to somebody's sign-in, as the windows of one browser tell each other. */
export type AuthEvent =
  | { event: 'signed-in' | 'signed-out'; userId: string }
  /** Name or address are others; who asks anew learns them. */
  | { event: 'user-updated' }
  /** The same person has a session again after the last one ended. */
  | { event: 'token-refreshed'; userId: string }
  /** A password was set by mail: every session is over. Whose it was only the mail knows. */
  | { event: 'password-recovery' }

let channel: BroadcastChannel | undefined

/** Opened by the first who needs it: the server writes pages with these modules, too. */
function opened(): BroadcastChannel {
  return (channel ??= new BroadcastChannel('ninesixteen-auth'))
}

/** To the other windows; this one knows. */
export function emitAuthEvent(event: AuthEvent): void {
  opened().postMessage(event)
}

export function onAuthEvent(hear: (event: AuthEvent) => void): void {
  opened().onmessage = ({ data }: MessageEvent<AuthEvent>) => hear(data)
}
