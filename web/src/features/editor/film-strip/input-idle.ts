/** Milliseconds without input after which the user counts as idle. */
const IDLE_AFTER = 250
/** Milliseconds after which background work runs although the user is still typing. */
const MAX_WAIT = 2000

let lastInput = -IDLE_AFTER
const noteInput = (): void => {
  lastInput = performance.now()
}
for (const type of ['keydown', 'pointerdown', 'pointerup', 'wheel'] as const) {
  addEventListener(type, noteInput, { capture: true, passive: true })
}

/** While a box is dragged, every frame belongs to the stage. */
const isBoxHeld = (): boolean => document.querySelector('[data-held]') !== null

const whenIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 300 })
  else setTimeout(run, 30)
}

/** Resolves in an idle period after the user has paused, because input during the work that follows has to wait for it. */
export async function whenInputIdle(): Promise<void> {
  const until = performance.now() + MAX_WAIT
  for (;;) {
    const now = performance.now()
    const wait = isBoxHeld() ? IDLE_AFTER : now < until ? lastInput + IDLE_AFTER - now : 0
    if (wait <= 0) break
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  await new Promise<void>((resolve) => whenIdle(resolve))
}
