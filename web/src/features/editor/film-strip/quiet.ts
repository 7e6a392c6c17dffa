/** Milliseconds without a key or press after which a person is taken to pause. */
const PAUSE = 250
/** Milliseconds that work in the background waits for a pause at most: it must not stand still while somebody types a long text. */
const PATIENCE = 2000

let lastInput = -PAUSE
const noteInput = (): void => {
  lastInput = performance.now()
}
for (const type of ['keydown', 'pointerdown', 'pointerup', 'wheel'] as const) {
  addEventListener(type, noteInput, { capture: true, passive: true })
}

/** While a box is held the frames belong to the stage. */
const isBoxHeld = (): boolean => document.querySelector('[data-held]') !== null

const whenIdle = (run: () => void): void => {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: 300 })
  else setTimeout(run, 30)
}

/** Resolves between two frames when nobody is in the middle of something: a press that comes meanwhile waits for what is begun then. */
export async function whenQuiet(): Promise<void> {
  const until = performance.now() + PATIENCE
  for (;;) {
    const now = performance.now()
    const wait = isBoxHeld() ? PAUSE : now < until ? lastInput + PAUSE - now : 0
    if (wait <= 0) break
    await new Promise((resolve) => setTimeout(resolve, wait))
  }
  await new Promise<void>((resolve) => whenIdle(resolve))
}
