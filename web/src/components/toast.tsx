import type { ExternalToast } from 'sonner'
import { create } from 'zustand'

type ToastKind = 'success' | 'error' | 'message'

export interface WaitingToast {
  kind: ToastKind
  message: string
  options: ExternalToast
}

/** Messages that nobody has shown yet: the first of them brings the code that shows them (toast-host.tsx). */
export const useToastQueue = create<{ waiting: WaitingToast[] }>(() => ({ waiting: [] }))

function say(kind: ToastKind, message: string, options: ExternalToast = {}): void {
  useToastQueue.setState(({ waiting }) => ({ waiting: [...waiting, { kind, message, options }] }))
}

/** Short messages at the edge of the screen. What a person must act on belongs beside the thing itself, not here. */
export const notify = {
  ok: (message: string, description?: string) => say('success', message, { description }),
  error: (message: string, description?: string) => say('error', message, { description, duration: 8000 }),
  info: (message: string, description?: string) => say('message', message, { description }),
  /** With one thing to do, such as Undo. */
  action: (message: string, action: { label: string; onClick(): void }) => say('message', message, { action }),
}
