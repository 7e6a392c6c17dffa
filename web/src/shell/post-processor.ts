export const PROCESSOR_INTERVAL_MS = 120_000

export interface Processor {
  stop(): void
}

export interface ProcessorOptions {
  process(): Promise<void>
  everyMs?: number
}

/** Runs at once and then at every interval until it is stopped; while it runs, another start is ignored. A failure is only logged. */
export function startProcessor({ process, everyMs = PROCESSOR_INTERVAL_MS }: ProcessorOptions): Processor {
  let isRunning = false
  const run = async () => {
    if (isRunning) return
    isRunning = true
    try {
      await process()
    } catch (cause) {
      console.info('This page could not ask for due posts; the server publishes them anyway.', cause)
    } finally {
      isRunning = false
    }
  }
  void run()
  const timer = setInterval(() => void run(), everyMs)
  return { stop: () => clearInterval(timer) }
}
