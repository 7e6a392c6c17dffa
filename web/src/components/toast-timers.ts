/** Milliseconds until a toast in use is looked at again. */
export const TOAST_RECHECK_MS = 1500

export interface ToastTimersOptions {
  /** True while the user reads or uses the toasts. */
  isInUse(): boolean
  dismiss(id: string | number): void
}

export interface ToastTimers {
  /** Dismisses a toast after milliseconds. */
  start(id: string | number, ms: number): void
}

/** Dismisses toasts after their time. Sonner's own timers stop for as long as a pointer rests where a toast appears. */
export function createToastTimers({ isInUse, dismiss }: ToastTimersOptions): ToastTimers {
  const timers = new Map<string | number, ReturnType<typeof setTimeout>>()
  const start = (id: string | number, ms: number): void => {
    clearTimeout(timers.get(id))
    const end = (): void => {
      if (isInUse()) return start(id, TOAST_RECHECK_MS)
      timers.delete(id)
      dismiss(id)
    }
    timers.set(id, setTimeout(end, ms))
  }
  return { start }
}
