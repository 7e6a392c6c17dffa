import { toast } from 'sonner'

/** Short messages at the edge of the screen. What a person must act on belongs beside the thing itself, not here. */
export const notify = {
  ok: (message: string, description?: string) => toast.success(message, { description }),
  error: (message: string, description?: string) => toast.error(message, { description, duration: 8000 }),
  info: (message: string, description?: string) => toast(message, { description }),
  /** With one thing to do, such as Undo. */
  action: (message: string, action: { label: string; onClick(): void }) => toast(message, { action }),
}
