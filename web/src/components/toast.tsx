import type { ExternalToast } from 'sonner'
import { create } from 'zustand'

type ToastKind = 'success' | 'error' | 'message'

export interface WaitingToast {
  kind: ToastKind
  message: string
  options: ExternalToast
}

/** Messages not shown yet. The first one loads the code that shows them (toast-host.tsx). */
export const useToastQueue = create<{ waiting: WaitingToast[] }>(() => ({ waiting: [] }))

function enqueue(kind: ToastKind, message: string, options: ExternalToast = {}): void {
  useToastQueue.setState(({ waiting }) => ({ waiting: [...waiting, { kind, message, options }] }))
}

/** Short messages at the edge of the screen. A message that needs the user to act belongs next to its control instead. */
export const notify = {
  ok: (message: string, description?: string) => enqueue('success', message, { description }),
  error: (message: string, description?: string) => enqueue('error', message, { description, duration: 8000 }),
  /** A repeated message is shown only once. */
  info: (message: string, description?: string) => enqueue('message', message, { description, id: message }),
  /** With one button, such as Undo. */
  action: (message: string, action: { label: string; onClick(): void }) => enqueue('message', message, { action }),
}
