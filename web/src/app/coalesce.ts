/** Returns a function that runs `load` at once, and once more after a pause for calls that came meanwhile. Runs never overlap. */
export function coalesce(load: () => Promise<unknown>, pauseMs: number): () => void {
  let isBusy = false
  let isCalledAgain = false
  const call = (): void => {
    isCalledAgain = isBusy
    if (isBusy) return
    isBusy = true
    const release = (): void => {
      isBusy = false
      if (isCalledAgain) call()
    }
    void load().finally(() => setTimeout(release, pauseMs))
  }
  return call
}
