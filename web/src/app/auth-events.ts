/** Changes of the session, broadcast between the windows of one browser. */
export type AuthEvent =
  | { event: 'signed-in' | 'signed-out'; userId: string }
  /** Name or address changed: reload the user. */
  | { event: 'user-updated' }
  /** The same user signed in again after their session ended. */
  | { event: 'token-refreshed'; userId: string }
  /** A password reset by mail ended every session of an unknown user. */
  | { event: 'password-recovery' }

let channel: BroadcastChannel | undefined

/** Opened lazily: the server renders pages with these modules, too. */
function openChannel(): BroadcastChannel {
  return (channel ??= new BroadcastChannel('ninesixteen-auth'))
}

/** Notifies the other windows, not this one. */
export function emitAuthEvent(event: AuthEvent): void {
  openChannel().postMessage(event)
}

export function onAuthEvent(listener: (event: AuthEvent) => void): void {
  openChannel().onmessage = ({ data }: MessageEvent<AuthEvent>) => listener(data)
}
