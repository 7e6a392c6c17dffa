interface Message {
  type: 'hello' | 'here' | 'bye' | 'saved'
  tabId: string
  version?: number
}

export interface OpenTabs {
  tabId: string
  /** True if that tab has this project open. */
  isOpen(tabId: string): boolean
  /** Resolves after the other tabs had time to respond. */
  ready: Promise<void>
  broadcastSaved(version: number): void
  leave(): void
}

/** Milliseconds that other tabs have to respond. */
const ANSWER_TIME = 120

/** Tracks the other tabs of this browser that have the same project open, and broadcasts saves to them. */
export function joinOpenTabs(
  projectId: string,
  tabId: string,
  on: { othersChanged(count: number): void; saved(version: number): void },
): OpenTabs {
  const channel = new BroadcastChannel(`ninesixteen-project-${projectId}`)
  const others = new Set<string>()
  const announce = (type: Message['type'], version?: number): void => {
    const message: Message = { type, tabId, ...(version === undefined ? {} : { version }) }
    channel.postMessage(message)
  }
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    const before = others.size
    if (data.type === 'bye') others.delete(data.tabId)
    else others.add(data.tabId)
    if (data.type === 'hello') announce('here')
    if (data.type === 'saved' && data.version !== undefined) on.saved(data.version)
    if (others.size !== before) on.othersChanged(others.size)
  }
  const bye = (): void => announce('bye')
  const back = (event: PageTransitionEvent): void => {
    if (event.persisted) announce('hello')
  }
  addEventListener('pagehide', bye)
  addEventListener('pageshow', back)
  announce('hello')
  return {
    tabId,
    isOpen: (other) => others.has(other),
    ready: new Promise((resolve) => setTimeout(resolve, ANSWER_TIME)),
    broadcastSaved: (version) => announce('saved', version),
    leave() {
      bye()
      removeEventListener('pagehide', bye)
      removeEventListener('pageshow', back)
      channel.close()
    },
  }
}
