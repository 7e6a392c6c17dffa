import { useEffect } from 'react'
import { readAnew } from './post-calls.ts'
import { callProcessor, startProcessor } from './processor.ts'

async function process(): Promise<void> {
  const { processed } = await callProcessor({ action: 'process_due_posts' })
  if (processed > 0) await readAnew()
}

/** While the page is open it asks for what is due to be sent. */
export function useProcessor(): void {
  useEffect(() => {
    const { stop } = startProcessor({ process })
    return stop
  }, [])
}
