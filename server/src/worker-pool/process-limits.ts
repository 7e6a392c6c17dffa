/** In this interval a malicious file can allocate 20 MB. */
const WATCH_MS = 10

interface ProcessLimits {
  residentBytes: number
  /** CPU time excludes waiting on a busy machine. */
  processorMicroseconds: number
}

/** Kills this process when it takes more memory or CPU time, until the timer is cleared. */
export function endBeyond({ residentBytes, processorMicroseconds }: ProcessLimits): NodeJS.Timeout {
  const startedAt = process.cpuUsage()
  return setInterval(() => {
    const { user, system } = process.cpuUsage(startedAt)
    // SIGKILL, because an orderly exit would wait for the running job.
    if (process.memoryUsage.rss() > residentBytes || user + system > processorMicroseconds) process.kill(process.pid, 'SIGKILL')
  }, WATCH_MS)
}

/** Ends this process with the product. Ctrl-C in a terminal reaches both, and the product handles it. */
export function endWithParent(): void {
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
}
